import Type from "typebox";
import { EditorFacts, FoundIcons, PageAnchors } from "./editor-fact-schemas.ts";
import { draftPath } from "./editor-schemas.ts";
import { id, projectId } from "./ids.ts";
import type { Operation } from "./operation.ts";

const iconTextLengthMax = 60;
const params = Type.Object({ projectId, draftId: id("ID of the draft.") });

/** What the editor completes: components, pages, anchors, snippets and icons. */
export const editorFactOperations = {
  readEditorFacts: {
    method: "GET",
    path: "/v1/dashboard/project/{projectId}/drafts/{draftId}/facts",
    summary: "Read what the editor completes",
    about: "Returns the components of the format, and the pages, snippets, media and variables of the draft.",
    key: "session",
    role: "viewer",
    params,
    reply: { status: 200, schema: EditorFacts },
  },
  readAnchors: {
    method: "GET",
    path: "/v1/dashboard/project/{projectId}/drafts/{draftId}/anchors",
    summary: "List the anchors of a page",
    about: "Returns the headings of a page and the titles of its components, with the IDs that links use.",
    key: "session",
    role: "viewer",
    params,
    query: Type.Object({ path: draftPath("The file of the page.") }),
    reply: { status: 200, schema: PageAnchors },
  },
  findIcons: {
    method: "GET",
    path: "/v1/dashboard/project/{projectId}/drafts/{draftId}/icons",
    summary: "Find icons by name",
    about: "Returns names in the project's icon library that contain the text, at most 50.",
    key: "session",
    role: "viewer",
    params,
    query: Type.Object({ text: Type.String({ maxLength: iconTextLengthMax, description: "A part of the name." }) }),
    reply: { status: 200, schema: FoundIcons },
  },
} as const satisfies Record<string, Operation>;
