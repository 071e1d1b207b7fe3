import type { editorStructureOperations } from "../../contract/editor-structure-operations.ts";
import type { Handlers } from "../../http/call.ts";
import type { EditorDeps } from "../editor-deps.ts";

export function editorStructureRoutes(_deps: EditorDeps): Handlers<typeof editorStructureOperations> {
  return {};
}
