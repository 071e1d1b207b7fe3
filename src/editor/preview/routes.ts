import type { editorPreviewOperations } from "../../contract/editor-preview-operations.ts";
import type { Handlers } from "../../http/call.ts";
import type { EditorDeps } from "../editor-deps.ts";

export function editorPreviewRoutes(_deps: EditorDeps): Handlers<typeof editorPreviewOperations> {
  return {};
}
