import { editorFactOperations } from "./editor-fact-operations.ts";
import { editorFileOperations } from "./editor-file-operations.ts";
import { editorPreviewOperations } from "./editor-preview-operations.ts";
import { editorPublishOperations } from "./editor-publish-operations.ts";
import { editorStructureOperations } from "./editor-structure-operations.ts";
import { editorTalkOperations } from "./editor-talk-operations.ts";
import type { Operation } from "./operation.ts";

/** The editor of the dashboard. Apart from the others, because most pages of the dashboard don't load it. */
export const editorOperations = {
  ...editorFileOperations,
  ...editorPublishOperations,
  ...editorPreviewOperations,
  ...editorStructureOperations,
  ...editorTalkOperations,
  ...editorFactOperations,
} as const satisfies Record<string, Operation>;

export type EditorOperations = typeof editorOperations;
