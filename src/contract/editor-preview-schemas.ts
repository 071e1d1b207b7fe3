import Type, { type Static } from "typebox";
import { draftPath } from "./editor-schemas.ts";
import { Nullable, Words } from "./schemas.ts";

const textLengthMax = 1_000_000;

export const UnsavedPage = Type.Object({
  path: draftPath,
  text: Type.String({ maxLength: textLengthMax }),
});

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
  title: Type.String(),
  problems: Type.Array(PageProblem),
  milliseconds: Type.Integer(),
});
export type PreviewedPage = Static<typeof PreviewedPage>;

export const FrameQuery = Type.Object({
  theme: Type.Optional(Words(["light", "dark"])),
  version: Type.Optional(Type.String({ maxLength: 64 })),
});
