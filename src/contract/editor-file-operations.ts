import Type, { type Static } from "typebox";
import { draft, get, post } from "./define-operation.ts";
import { Draft, draftPath, draftTitleLengthMax, navigationKinds, textLengthMax } from "./editor-schemas.ts";
import type { Limit } from "./operation.ts";
import { dateTime, Nullable, NullableWords, name, Words } from "./schemas.ts";

const title = name(draftTitleLengthMax);

const { files: _files, ...summaryFields } = Draft.properties;

/** A draft in a list. */
const DraftSummary = Type.Object({ ...summaryFields, fileCount: Type.Integer() });

/** A draft that is open in the editor. */
export const OpenedDraft = Type.Object({ ...Draft.properties, canEdit: Type.Boolean() });
export type OpenedDraft = Static<typeof OpenedDraft>;

/** How the draft changes the file; `null` if the file is as committed. */
const Change = NullableWords(["added", "modified", "removed", "renamed"]);

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
  kind: Words([...navigationKinds, "link"]),
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

const FilePath = Type.Object({ path: draftPath });

export const DraftText = Type.Object({
  path: Type.String(),
  /** The text in the draft; `null` if the draft removes the file. */
  text: Nullable(Type.String()),
  /** The committed text; `null` if the file is new. */
  base: Nullable(Type.String()),
  url: Nullable(Type.String()),
});

/** A published version of a file. */
const FileVersion = Type.Object({ sha: Type.String(), author: Type.String(), at: dateTime(), title: Type.String() });
export type FileVersion = Static<typeof FileVersion>;

const versionSha = Type.String({ pattern: "^[0-9a-f]{40,64}$" });

const NewDraftText = Type.Object({
  ...FilePath.properties,
  text: Type.String({ maxLength: textLengthMax }),
});

const MediaUpload = Type.Object({
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
  files: Type.Array(Type.Object({ path: Type.String(), count: Type.Integer(), matches: Type.Array(DraftMatch) })),
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

const ReplacedTexts = Type.Object({
  files: Type.Integer(),
  matches: Type.Integer(),
  skipped: Type.Integer(),
});

const drafts = "/project/{projectId}/drafts";

/** A search reads every page of the project, so searches are limited. */
const searches: readonly Limit[] = [{ name: "draft-searches", by: "organization", max: 300, windowSeconds: 60 }];
const uploads: readonly Limit[] = [{ name: "draft-uploads", by: "organization", max: 600, windowSeconds: 3_600 }];

/** Drafts and their files. */
export const editorFileOperations = {
  listDrafts: get("viewer", drafts, { reply: Type.Object({ drafts: Type.Array(DraftSummary) }) }),
  createDraft: post("editor", drafts, {
    body: Type.Object({ title: Type.Optional(title) }),
    created: OpenedDraft,
    creates: true,
  }),
  getDraft: get("viewer", draft, { reply: OpenedDraft }),
  changeDraft: post("editor", draft, { body: Type.Object({ title: title }), reply: OpenedDraft, hasStates: true }),
  discardDraft: post("editor", `${draft}/discard`, { hasStates: true }),
  readTree: get("viewer", `${draft}/tree`, { reply: DraftTree }),
  readDraftFile: get("viewer", `${draft}/file`, { query: FilePath, reply: DraftText }),
  /** The newest published versions of a file, newest first. */
  listFileVersions: get("viewer", `${draft}/file/versions`, {
    query: FilePath,
    reply: Type.Object({ versions: Type.Array(FileVersion) }),
  }),
  readFileVersion: get("viewer", `${draft}/file/version`, {
    query: Type.Object({ ...FilePath.properties, sha: versionSha }),
    reply: Type.Object({ text: Type.String() }),
  }),
  writeDraftFile: post("editor", `${draft}/file`, { body: NewDraftText, hasStates: true }),
  revertDraftFile: post("editor", `${draft}/file/revert`, { body: FilePath, hasStates: true }),
  removeMedia: post("editor", `${draft}/media/remove`, { body: FilePath, hasStates: true }),
  searchDraft: post("viewer", `${draft}/search`, { body: DraftSearch, reply: DraftSearchResult, limits: searches }),
  replaceInDraft: post("editor", `${draft}/replace`, {
    body: DraftReplacement,
    reply: ReplacedTexts,
    limits: searches,
    hasStates: true,
  }),
};

/** Their bodies and replies are files, so these operations have routes but no client methods. */
export const editorMediaOperations = {
  uploadMedia: post("editor", `${draft}/media`, {
    query: MediaUpload,
    upload: ["application/octet-stream"],
    created: UploadedMedia,
    limits: uploads,
    hasStates: true,
  }),
  readMedia: get("viewer", `${draft}/media`, { query: FilePath, reply: { status: 200, file: true } }),
};
