import type { editorPublishOperations } from "../../contract/editor-publish-operations.ts";
import type { Handlers } from "../../http/call.ts";
import type { EditorDeps } from "../editor-deps.ts";

export function editorPublishRoutes(_deps: EditorDeps): Handlers<typeof editorPublishOperations> {
  return {};
}
