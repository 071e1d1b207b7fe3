import type { draftToolOperations } from "../contract/draft-tool-operations.ts";
import type { editorOperations } from "../contract/editor-operations.ts";
import type { Operation } from "../contract/operation.ts";
import { editorCommentRoutes } from "../editor/comments/routes.ts";
import { editorCompletionRoutes } from "../editor/completions/routes.ts";
import type { EditorDeps } from "../editor/editor-deps.ts";
import { editorFileRoutes } from "../editor/files/routes.ts";
import { createPageIndex } from "../editor/page-index.ts";
import { editorPreviewRoutes } from "../editor/preview/routes.ts";
import { createFollowReview } from "../editor/publish/follow-review.ts";
import { editorPublishRoutes } from "../editor/publish/routes.ts";
import { editorStructureRoutes } from "../editor/structure/routes.ts";
import type { Handler, Handlers } from "../http/call.ts";
import { AppError } from "../platform/errors.ts";

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

/** The handlers of drafts for people with a token. A draft belongs to a person, so keys can't have one. */
export function forPeople(handlers: Handlers<typeof editorOperations>): Handlers<typeof draftToolOperations> {
  const names = ["createDraft", "writeDraftFile", "requestReview", "discardDraft"] as const;
  const checked = names.map((name) => {
    const handler = handlers[name] as unknown as Handler<Operation>;
    const forPerson: Handler<Operation> = (call) => {
      if (call.principal?.user === undefined) {
        throw new AppError(
          "forbidden",
          "Keys can't propose edits; use a personal access token, or start an agent job.",
        );
      }
      return handler(call);
    };
    return [name, forPerson];
  });
  return Object.fromEntries(checked) as unknown as Handlers<typeof draftToolOperations>;
}
