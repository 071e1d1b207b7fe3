import Type, { type Static } from "typebox";
import { Draft, draftPath, draftTitleLengthMax } from "./editor-schemas.ts";
import { Nullable, name, Words } from "./schemas.ts";

const title = name(draftTitleLengthMax);

export const NewDraft = Type.Object({
  title: Type.Optional(title),
});

export const DraftTitle = Type.Object({ title: title });

const { files: _files, ...summaryFields } = Draft.properties;

/** A draft in a list. */
const DraftSummary = Type.Object({
  ...summaryFields,
  fileCount: Type.Integer(),
});

export const DraftList = Type.Object({
  drafts: Type.Array(DraftSummary),
});

/** A draft that is open in the editor. */
export const OpenedDraft = Type.Object({
  ...Draft.properties,
  isBehind: Type.Boolean(),
  canEdit: Type.Boolean(),
  canPublish: Type.Boolean(),
  publishRefusal: Nullable(Type.String()),
});
export type OpenedDraft = Static<typeof OpenedDraft>;

/** How the draft changes the file; `null` if the file is as committed. */
const Change = Type.Unsafe<"added" | "modified" | "removed" | "renamed" | null>({
  type: ["string", "null"],
  enum: ["added", "modified", "removed", "renamed", null],
});

const TreeFile = Type.Object({
  path: Type.String(),
  /** `settings`: docs.json and other data; `code`: style sheets and scripts. */
  kind: Words(["page", "snippet", "settings", "code", "media"]),
  bytes: Type.Integer(),
  change: Change,
  movedFrom: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  isHidden: Type.Optional(Type.Boolean()),
});
export type TreeFile = Static<typeof TreeFile>;

const NavigationItem = Type.Object({
  depth: Type.Integer(),
  /** `endpoint`: a page generated from an API description. */
  kind: Words([
    "language",
    "version",
    "product",
    "dropdown",
    "anchor",
    "tab",
    "item",
    "group",
    "page",
    "endpoint",
    "link",
  ]),
  title: Type.String(),
  path: Type.Optional(Type.String()),
  href: Type.Optional(Type.String()),
  isMissing: Type.Optional(Type.Boolean()),
  isHidden: Type.Optional(Type.Boolean()),
});
export type NavigationItem = Static<typeof NavigationItem>;

export const DraftTree = Type.Object({
  files: Type.Array(TreeFile),
  navigation: Type.Array(NavigationItem),
  navigationProblem: Nullable(Type.String()),
  mediaFolder: Type.String(),
});
export type DraftTree = Static<typeof DraftTree>;

export const FilePath = Type.Object({ path: draftPath });

export const DraftText = Type.Object({
  path: Type.String(),
  /** The text in the draft; `null` if the draft removes the file. */
  text: Nullable(Type.String()),
  /** The committed text; `null` if the file is new. */
  base: Nullable(Type.String()),
  url: Nullable(Type.String()),
});

const textLengthMax = 1_000_000;

export const NewDraftText = Type.Object({
  ...FilePath.properties,
  text: Type.String({ maxLength: textLengthMax }),
});

export const MediaUpload = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  folder: Type.Optional(draftPath),
});

export const UploadedMedia = Type.Object({
  path: Type.String(),
  bytes: Type.Integer(),
  contentType: Type.String(),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  isCleaned: Type.Boolean(),
});
export type UploadedMedia = Static<typeof UploadedMedia>;

const searchLengthMax = 200;
const searchFields = {
  text: Type.String({ minLength: 1, maxLength: searchLengthMax }),
  matchCase: Type.Optional(Type.Boolean()),
  wholeWord: Type.Optional(Type.Boolean()),
  inCode: Type.Optional(Type.Boolean()),
  inLinks: Type.Optional(Type.Boolean()),
  inKeys: Type.Optional(Type.Boolean()),
};

export const DraftSearch = Type.Object(searchFields);
export type DraftSearch = Static<typeof DraftSearch>;

const DraftMatch = Type.Object({
  start: Type.Integer(),
  line: Type.Integer(),
  before: Type.String(),
  match: Type.String(),
  after: Type.String(),
});

export const DraftSearchResult = Type.Object({
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      count: Type.Integer(),
      matches: Type.Array(DraftMatch),
    }),
  ),
  fileCount: Type.Integer(),
  total: Type.Integer(),
  isCut: Type.Boolean(),
  leftOut: Type.Integer(),
});
export type DraftSearchResult = Static<typeof DraftSearchResult>;

export const DraftReplacement = Type.Object({
  ...searchFields,
  replacement: Type.String({ maxLength: 2_000 }),
  files: Type.Optional(
    Type.Array(
      Type.Object({
        path: draftPath,
        starts: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 1_000 })),
      }),
      { maxItems: 500 },
    ),
  ),
});
export type DraftReplacement = Static<typeof DraftReplacement>;

export const ReplacedTexts = Type.Object({
  files: Type.Integer(),
  matches: Type.Integer(),
  skipped: Type.Integer(),
});
