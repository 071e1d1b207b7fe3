import type { editorTalkOperations } from "../../contract/editor-talk-operations.ts";
import type { Handlers } from "../../http/call.ts";
import type { EditorDeps } from "../editor-deps.ts";

export function editorTalkRoutes(_deps: EditorDeps): Handlers<typeof editorTalkOperations> {
  return {};
}
