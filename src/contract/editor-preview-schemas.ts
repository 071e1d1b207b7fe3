import Type, { type Static } from "typebox";
import { draftPath } from "./editor-schemas.ts";
import { Nullable, Words } from "./schemas.ts";

const textLengthMax = 1_000_000;

export const UnsavedPage = Type.Object({
  path: draftPath("The page or snippet, relative to the content directory."),
  text: Type.String({ maxLength: textLengthMax, description: "The whole file as it would be saved." }),
});

const PageFix = Type.Object(
  {
    start: Type.Integer({ description: "Where the replaced text starts, in UTF-16 offsets." }),
    end: Type.Integer({ description: "Where it ends." }),
    text: Type.String({ description: "What to write there." }),
    label: Type.String({ description: "What the fix does." }),
  },
  { description: "A change that fixes the problem, if the build knows one." },
);

const PageProblem = Type.Object({
  severity: Words(["error", "warning"], "Whether the page can't be published like this."),
  message: Type.String({ description: "What is wrong and what to do." }),
  line: Type.Optional(Type.Integer({ description: "The line in the file, from 1." })),
  fix: Type.Optional(PageFix),
});

export const PreviewedPage = Type.Object({
  html: Nullable(
    Type.String({
      description:
        "The article without anything that runs. Blocks carry `data-source` with their range in the file. Null if the page can't be rendered.",
    }),
  ),
  stylesheet: Type.String({ description: "Styles of this page alone." }),
  cssVersion: Type.String({ description: "Changes with the stylesheets of the site, which the frame has." }),
  title: Type.String({ description: "The title of the page." }),
  problems: Type.Array(PageProblem, { description: "What the build says about the page." }),
  milliseconds: Type.Integer({ description: "How long it took." }),
});
export type PreviewedPage = Static<typeof PreviewedPage>;

export const FrameQuery = Type.Object({
  theme: Type.Optional(Words(["light", "dark"], "The colors of the document. Defaults to those of the system.")),
  version: Type.Optional(
    Type.String({
      maxLength: 64,
      description: "The version of the styles that is expected; it only names the address.",
    }),
  ),
});
