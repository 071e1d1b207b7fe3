import { get, post } from "./dashboard-operation.ts";
import { FrameQuery, PreviewedPage, UnsavedPage } from "./editor-preview-schemas.ts";
import type { Operation } from "./operation.ts";

const path = "/project/{projectId}/drafts/{draftId}";

/** The author's markup is shown without scripts, and only inside the dashboard, which inserts the article. */
const frameHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Previews of pages before they are saved. */
export const editorPreviewOperations = {
  previewPage: post("viewer", `${path}/preview`, { body: UnsavedPage, reply: PreviewedPage, hasStates: true }),
  readPreviewFrame: get("viewer", `${path}/preview-frame`, {
    query: FrameQuery,
    reply: { status: 200, contentType: "text/html; charset=utf-8", headers: frameHeaders },
  }),
} as const satisfies Record<string, Operation>;
