import { get, post } from "./dashboard-operation.ts";
import {
  DraftList,
  DraftReplacement,
  DraftSearch,
  DraftSearchResult,
  DraftText,
  DraftTitle,
  DraftTree,
  FilePath,
  MediaUpload,
  NewDraft,
  NewDraftText,
  OpenedDraft,
  ReplacedTexts,
  UploadedMedia,
} from "./editor-file-schemas.ts";
import type { Limit, Operation } from "./operation.ts";

const drafts = "/project/{projectId}/drafts";

/** A search reads every page of the project, so searches are limited. */
const searches: readonly Limit[] = [{ name: "draft-searches", by: "organization", max: 300, windowSeconds: 60 }];
const uploads: readonly Limit[] = [{ name: "draft-uploads", by: "organization", max: 600, windowSeconds: 3_600 }];

/** Drafts and their files. */
export const editorFileOperations = {
  listDrafts: get("viewer", drafts, { reply: DraftList }),
  createDraft: post("editor", drafts, { body: NewDraft, created: OpenedDraft, creates: true }),
  getDraft: get("viewer", `${drafts}/{draftId}`, { reply: OpenedDraft }),
  changeDraft: post("editor", `${drafts}/{draftId}`, { body: DraftTitle, reply: OpenedDraft, hasStates: true }),
  discardDraft: post("editor", `${drafts}/{draftId}/discard`, { hasStates: true }),
  readTree: get("viewer", `${drafts}/{draftId}/tree`, { reply: DraftTree }),
  readDraftFile: get("viewer", `${drafts}/{draftId}/file`, { query: FilePath, reply: DraftText }),
  writeDraftFile: post("editor", `${drafts}/{draftId}/file`, { body: NewDraftText, hasStates: true }),
  revertDraftFile: post("editor", `${drafts}/{draftId}/file/revert`, { body: FilePath, hasStates: true }),
  removeMedia: post("editor", `${drafts}/{draftId}/media/remove`, { body: FilePath, hasStates: true }),
  searchDraft: post("viewer", `${drafts}/{draftId}/search`, {
    body: DraftSearch,
    reply: DraftSearchResult,
    limits: searches,
  }),
  replaceInDraft: post("editor", `${drafts}/{draftId}/replace`, {
    body: DraftReplacement,
    reply: ReplacedTexts,
    limits: searches,
    hasStates: true,
  }),
} as const satisfies Record<string, Operation>;

/** Their bodies and replies are files, so these operations have routes but no client methods. */
export const editorMediaOperations = {
  uploadMedia: post("editor", `${drafts}/{draftId}/media`, {
    query: MediaUpload,
    upload: ["application/octet-stream"],
    created: UploadedMedia,
    limits: uploads,
    hasStates: true,
  }),
  readMedia: get("viewer", `${drafts}/{draftId}/media`, {
    query: FilePath,
    reply: { status: 200, file: true },
  }),
} as const satisfies Record<string, Operation>;
