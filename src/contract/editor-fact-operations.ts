import Type from "typebox";
import { get } from "./dashboard-operation.ts";
import { EditorFacts, FoundIcons, PageAnchors } from "./editor-fact-schemas.ts";
import { draftPath } from "./editor-schemas.ts";
import type { Operation } from "./operation.ts";

const iconTextLengthMax = 60;

/** Completions in the editor: components, pages, anchors, snippets and icons. */
export const editorFactOperations = {
  readEditorFacts: get("viewer", "/project/{projectId}/drafts/{draftId}/facts", { reply: EditorFacts }),
  readAnchors: get("viewer", "/project/{projectId}/drafts/{draftId}/anchors", {
    query: Type.Object({ path: draftPath }),
    reply: PageAnchors,
  }),
  findIcons: get("viewer", "/project/{projectId}/drafts/{draftId}/icons", {
    query: Type.Object({ text: Type.String({ maxLength: iconTextLengthMax }) }),
    reply: FoundIcons,
  }),
} as const satisfies Record<string, Operation>;
