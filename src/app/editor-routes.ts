import type { FastifyInstance } from "fastify";
import { editorOperations } from "../contract/editor-operations.ts";
import { editorCommentRoutes } from "../editor/comments/routes.ts";
import { editorCompletionRoutes } from "../editor/completions/routes.ts";
import type { EditorDeps } from "../editor/editor-deps.ts";
import { editorFileRoutes, editorMediaRoutes } from "../editor/files/routes.ts";
import { editorLiveRoutes } from "../editor/live/routes.ts";
import { createPageIndex } from "../editor/page-index.ts";
import { editorPreviewRoutes } from "../editor/preview/routes.ts";
import { createFollowReview } from "../editor/publish/follow-review.ts";
import { editorPublishRoutes } from "../editor/publish/routes.ts";
import { editorStructureRoutes } from "../editor/structure/routes.ts";
import type { Gates } from "../http/register-operation.ts";
import { registerOperations } from "../http/register-operation.ts";

/** The editor of the dashboard. */
export function editorRoutes(http: FastifyInstance, gates: Gates, deps: EditorDeps): void {
  const followReview = createFollowReview(deps);
  const index = createPageIndex();
  registerOperations(http, gates, editorOperations, {
    ...editorFileRoutes(deps, index, followReview),
    ...editorPublishRoutes(deps, followReview),
    ...editorPreviewRoutes(deps),
    ...editorStructureRoutes(deps, index),
    ...editorCommentRoutes(deps),
    ...editorCompletionRoutes(deps, index),
  });
  editorMediaRoutes(http, gates, deps);
  editorLiveRoutes(http, gates, deps);
}
