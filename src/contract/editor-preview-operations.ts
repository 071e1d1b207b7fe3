import Type, { type Static } from "typebox";
import { draft, get, post } from "./define-operation.ts";
import { draftPath, textLengthMax } from "./editor-schemas.ts";
import { Nullable, Words } from "./schemas.ts";

const PageFix = Type.Object({
  start: Type.Integer(),
  end: Type.Integer(),
  text: Type.String(),
  label: Type.String(),
});

const PageProblem = Type.Object({
  severity: Words(["error", "warning"]),
  message: Type.String(),
  line: Type.Optional(Type.Integer()),
  fix: Type.Optional(PageFix),
});

export const PreviewedPage = Type.Object({
  /**
   * The article without scripts. Blocks have `data-source` with their range in the file. Null if the page can't be
   * rendered.
   */
  html: Nullable(Type.String()),
  stylesheet: Type.String(),
  cssVersion: Type.String(),
  accent: Type.String(),
  title: Type.String(),
  problems: Type.Array(PageProblem),
  milliseconds: Type.Integer(),
});
export type PreviewedPage = Static<typeof PreviewedPage>;

const FrameQuery = Type.Object({
  theme: Type.Optional(Words(["light", "dark"])),
  version: Type.Optional(Type.String({ maxLength: 64 })),
});

/** The author's markup is shown without scripts, and only inside the dashboard, which inserts the article. */
const frameHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Previews of pages before they are saved. */
export const editorPreviewOperations = {
  previewPage: post("viewer", `${draft}/preview`, {
    body: Type.Object({ path: draftPath, text: Type.String({ maxLength: textLengthMax }) }),
    reply: PreviewedPage,
    hasStates: true,
  }),
  readPreviewFrame: get("viewer", `${draft}/preview-frame`, {
    query: FrameQuery,
    reply: { status: 200, contentType: "text/html; charset=utf-8", headers: frameHeaders },
  }),
};
