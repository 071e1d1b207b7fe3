import { editorFactOperations } from "./editor-fact-operations.ts";
import { editorFileOperations } from "./editor-file-operations.ts";
import { editorPreviewOperations } from "./editor-preview-operations.ts";
import { editorPublishOperations } from "./editor-publish-operations.ts";
import { editorStructureOperations } from "./editor-structure-operations.ts";
import { editorTalkOperations } from "./editor-talk-operations.ts";
import type { Operation } from "./operation.ts";

/** The dashboard's editor. Kept apart from the other operations, because most dashboard pages don't load it. */
export const editorOperations = {
  ...editorFileOperations,
  ...editorPublishOperations,
  ...editorPreviewOperations,
  ...editorStructureOperations,
  ...editorTalkOperations,
  ...editorFactOperations,
} as const satisfies Record<string, Operation>;

export type EditorOperations = typeof editorOperations;
