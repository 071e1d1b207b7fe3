import Type from "typebox";
import { FrameQuery, PreviewedPage, UnsavedPage } from "./editor-preview-schemas.ts";
import { id, projectId } from "./ids.ts";
import type { Operation } from "./operation.ts";

const inDraft = Type.Object({ projectId, draftId: id("ID of the draft.") });
const path = "/v1/dashboard/project/{projectId}/drafts/{draftId}";

/** The author's markup is shown without scripts, and only inside the dashboard, which puts the article into it. */
const frameHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** The page as readers would see it, before it is saved. */
export const editorPreviewOperations = {
  previewPage: {
    method: "POST",
    path: `${path}/preview`,
    summary: "Preview unsaved text",
    about:
      "Renders one page of the draft with text that isn't saved, and checks it as an update would. Nothing is stored or published. While a page is rendered, a newer text of the same person replaces one that waits.",
    key: "session",
    role: "viewer",
    params: inDraft,
    body: UnsavedPage,
    hasStates: true,
    reply: { status: 200, schema: PreviewedPage },
  },
  readPreviewFrame: {
    method: "GET",
    path: `${path}/preview-frame`,
    summary: "Read the frame of previews",
    about: "Returns an empty HTML document with the stylesheets of the site as the draft has it. It runs no scripts.",
    key: "session",
    role: "viewer",
    params: inDraft,
    query: FrameQuery,
    reply: { status: 200, contentType: "text/html; charset=utf-8", headers: frameHeaders },
  },
} as const satisfies Record<string, Operation>;
