import type { editorOperations } from "../contract/editor-operations.ts";
import { editorCommentRoutes } from "../editor/comments/routes.ts";
import { editorCompletionRoutes } from "../editor/completions/routes.ts";
import type { EditorDeps } from "../editor/editor-deps.ts";
import { editorFileRoutes } from "../editor/files/routes.ts";
import { createPageIndex } from "../editor/page-index.ts";
import { editorPreviewRoutes } from "../editor/preview/routes.ts";
import { createFollowReview } from "../editor/publish/follow-review.ts";
import { editorPublishRoutes } from "../editor/publish/routes.ts";
import { editorStructureRoutes } from "../editor/structure/routes.ts";
import type { Handlers } from "../http/call.ts";

export function editorHandlers(deps: EditorDeps): Handlers<typeof editorOperations> {
  const followReview = createFollowReview(deps);
  const index = createPageIndex(deps.texts);
  return {
    ...editorFileRoutes(deps, index, followReview),
    ...editorPublishRoutes(deps, followReview),
    ...editorPreviewRoutes(deps),
    ...editorStructureRoutes(deps, index),
    ...editorCommentRoutes(deps),
    ...editorCompletionRoutes(deps, index),
  };
}
