import type { FastifyInstance } from "fastify";
import { editorOperations } from "../contract/editor-operations.ts";
import type { EditorDeps } from "../editor/editor-deps.ts";
import { editorMediaRoutes } from "../editor/files/routes.ts";
import { editorLiveRoutes } from "../editor/live/routes.ts";
import { lazyHandlers } from "../http/lazy-handlers.ts";
import { type Gates, registerOperations } from "../http/register-operation.ts";

/** The editor of the dashboard. */
export function editorRoutes(http: FastifyInstance, gates: Gates, deps: EditorDeps): void {
  const load = async () => (await import("./editor-handlers.ts")).editorHandlers(deps);
  registerOperations(http, gates, editorOperations, lazyHandlers(editorOperations, load));
  editorMediaRoutes(http, gates, deps);
  editorLiveRoutes(http, gates, deps);
}
