import type { editorFactOperations } from "../../contract/editor-fact-operations.ts";
import type { Handlers } from "../../http/call.ts";
import type { EditorDeps } from "../editor-deps.ts";

export function editorFactRoutes(_deps: EditorDeps): Handlers<typeof editorFactOperations> {
  return {};
}
