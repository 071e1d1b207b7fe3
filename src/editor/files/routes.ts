import type { editorFileOperations } from "../../contract/editor-file-operations.ts";
import type { Handlers } from "../../http/call.ts";
import type { EditorDeps } from "../editor-deps.ts";

export function editorFileRoutes(_deps: EditorDeps): Handlers<typeof editorFileOperations> {
  return {};
}
