import Type, { type Static } from "typebox";
import { Draft, draftPath, draftTitleLengthMax } from "./editor-schemas.ts";
import { id, projectId } from "./ids.ts";
import { Nullable, name, Words } from "./schemas.ts";

export const inDraft = Type.Object({ projectId, draftId: id("ID of the draft.") });

const title = (description: string) => name(draftTitleLengthMax, description);

export const NewDraft = Type.Object({
  title: Type.Optional(title("Its title. Defaults to the date.")),
});

export const DraftTitle = Type.Object({ title: title("The new title.") });

const { files: _files, ...summaryFields } = Draft.properties;

/** A draft in a list. */
const DraftSummary = Type.Object({
  ...summaryFields,
  fileCount: Type.Integer({ description: "How many files it changes." }),
});

export const DraftList = Type.Object({
  drafts: Type.Array(DraftSummary, { description: "Those that are not published or discarded, newest first." }),
});

/** A draft that is open in the editor. */
export const OpenedDraft = Type.Object({
  ...Draft.properties,
  isBehind: Type.Boolean({ description: "Whether its branch has newer commits than the one it started from." }),
  canEdit: Type.Boolean({ description: "Whether you can change it." }),
  canPublish: Type.Boolean({ description: "Whether you can publish it without a review." }),
  publishRefusal: Nullable(Type.String({ description: "Why you can't publish it." })),
});
export type OpenedDraft = Static<typeof OpenedDraft>;

const Change = Type.Unsafe<"added" | "modified" | "removed" | "renamed" | null>({
  type: ["string", "null"],
  enum: ["added", "modified", "removed", "renamed", null],
  description: "What the draft does to the file; `null` if it is as committed.",
});

const TreeFile = Type.Object({
  path: Type.String({ description: "The file, relative to the content directory." }),
  kind: Words(
    ["page", "snippet", "settings", "code", "media"],
    "`settings`: docs.json and other data; `code`: style sheets and scripts.",
  ),
  bytes: Type.Integer({ description: "Its size." }),
  change: Change,
  movedFrom: Type.Optional(Type.String({ description: "Where a renamed file was." })),
  title: Type.Optional(Type.String({ description: "Pages: the title in the sidebar." })),
  isHidden: Type.Optional(Type.Boolean({ description: "Pages: whether the frontmatter hides it." })),
});
export type TreeFile = Static<typeof TreeFile>;

const NavigationItem = Type.Object({
  depth: Type.Integer({ description: "0 at the top. An item belongs to the last one before it that is less deep." }),
  kind: Words(
    ["language", "version", "product", "dropdown", "anchor", "tab", "item", "group", "page", "endpoint", "link"],
    "`endpoint`: a page made from an API description.",
  ),
  title: Type.String(),
  path: Type.Optional(Type.String({ description: "The file of a page, or of the page that a group opens." })),
  href: Type.Optional(Type.String({ description: "Where a link leads." })),
  isMissing: Type.Optional(Type.Boolean({ description: "Whether the page doesn't exist." })),
  isHidden: Type.Optional(Type.Boolean()),
});
export type NavigationItem = Static<typeof NavigationItem>;

export const DraftTree = Type.Object({
  files: Type.Array(TreeFile, { description: "The files that the editor can open, and those that the draft removes." }),
  navigation: Type.Array(NavigationItem, { description: "The navigation of docs.json, in order." }),
  navigationProblem: Nullable(Type.String({ description: "Why the navigation can't be read." })),
  mediaFolder: Type.String({ description: "Where new images are stored." }),
});
export type DraftTree = Static<typeof DraftTree>;

export const FilePath = Type.Object({ path: draftPath("The file, relative to the content directory.") });

export const DraftText = Type.Object({
  path: Type.String(),
  text: Nullable(Type.String({ description: "The text in the draft; `null` if the draft removes the file." })),
  base: Nullable(Type.String({ description: "The committed text; `null` if the file is new." })),
  url: Nullable(Type.String({ description: "The address of the page on the published site." })),
});

const textLengthMax = 1_000_000;

export const NewDraftText = Type.Object({
  ...FilePath.properties,
  text: Type.String({ maxLength: textLengthMax, description: "The whole text of the file." }),
});

export const MediaUpload = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255, description: "The name of the file on the person's machine." }),
  folder: Type.Optional(draftPath("Where to store it. Defaults to the folder with the most images.")),
});

export const UploadedMedia = Type.Object({
  path: Type.String({ description: "Where the file is, relative to the content directory." }),
  bytes: Type.Integer(),
  contentType: Type.String(),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  isCleaned: Type.Boolean({ description: "Whether scripts and other unsafe parts were removed from an SVG image." }),
});
export type UploadedMedia = Static<typeof UploadedMedia>;

export const searchLengthMax = 200;
const searchFields = {
  text: Type.String({ minLength: 1, maxLength: searchLengthMax, description: "What to find, literally." }),
  matchCase: Type.Optional(Type.Boolean({ description: "Whether upper and lower case differ." })),
  wholeWord: Type.Optional(Type.Boolean({ description: "Whether letters around a match rule it out." })),
  inCode: Type.Optional(Type.Boolean({ description: "Also in code, style sheets, scripts and settings files." })),
  inLinks: Type.Optional(Type.Boolean({ description: "Also in the addresses of links and images." })),
  inKeys: Type.Optional(Type.Boolean({ description: "Also in the names of frontmatter fields." })),
};

export const DraftSearch = Type.Object(searchFields);
export type DraftSearch = Static<typeof DraftSearch>;

const DraftMatch = Type.Object({
  start: Type.Integer({ description: "Where it starts in the file, in UTF-16 units." }),
  line: Type.Integer({ description: "From 1." }),
  before: Type.String({ description: "The text before it in its line, shortened." }),
  match: Type.String(),
  after: Type.String({ description: "The text after it in its line, shortened." }),
});

export const DraftSearchResult = Type.Object({
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      count: Type.Integer({ description: "All matches in the file." }),
      matches: Type.Array(DraftMatch, { description: "The first of them." }),
    }),
  ),
  fileCount: Type.Integer({ description: "All files with matches, also those that aren't listed." }),
  total: Type.Integer({ description: "All matches, also those that aren't listed." }),
  leftOut: Type.Integer({ description: "Matches in code, links and frontmatter names that weren't included." }),
});
export type DraftSearchResult = Static<typeof DraftSearchResult>;

export const DraftReplacement = Type.Object({
  ...searchFields,
  replacement: Type.String({ maxLength: 2_000, description: "The new text, literally." }),
  files: Type.Optional(
    Type.Array(
      Type.Object({
        path: draftPath("The file."),
        starts: Type.Optional(
          Type.Array(Type.Integer({ minimum: 0 }), {
            maxItems: 1_000,
            description: "Only the matches that start here. All if left out.",
          }),
        ),
      }),
      { maxItems: 500, description: "Only in these files. Everywhere if left out." },
    ),
  ),
});
export type DraftReplacement = Static<typeof DraftReplacement>;

export const ReplacedTexts = Type.Object({
  files: Type.Integer({ description: "How many files changed." }),
  matches: Type.Integer({ description: "How many matches were replaced." }),
  skipped: Type.Integer({ description: "Chosen matches that are no longer there." }),
});
