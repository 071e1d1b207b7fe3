import type { FastifyInstance } from "fastify";
import { editorMediaOperations } from "../contract/editor-file-operations.ts";
import { editorOperations } from "../contract/editor-operations.ts";
import type { EditorDeps } from "../editor/editor-deps.ts";
import { editorLiveRoutes } from "../editor/live/routes.ts";
import { lazyHandlers } from "../http/lazy-handlers.ts";
import { type Gates, registerOperations } from "../http/register-operation.ts";

/** The editor of the dashboard. */
export function editorRoutes(http: FastifyInstance, gates: Gates, deps: EditorDeps): void {
  const load = async () => (await import("./editor-handlers.ts")).editorHandlers(deps);
  registerOperations(http, gates, editorOperations, lazyHandlers(editorOperations, load));
  http.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    const types = [...editorMediaOperations.uploadMedia.upload];
    uploads.addContentTypeParser(types, (_request, payload, done) => done(null, payload));
    const loadMedia = async () => (await import("../editor/files/routes.ts")).editorMediaHandlers(deps);
    registerOperations(uploads, gates, editorMediaOperations, lazyHandlers(editorMediaOperations, loadMedia));
  });
  editorLiveRoutes(http, gates, deps);
}
