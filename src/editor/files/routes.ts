import { Readable } from "node:stream";
import type { editorFileOperations, editorMediaOperations } from "../../contract/editor-file-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { AppError } from "../../platform/errors.ts";
import { getProject } from "../../projects/get-project.ts";
import { isTextPath } from "../check-write.ts";
import { type DraftRequest, type EditorDraft, isOver } from "../draft.ts";
import { changeTexts } from "../draft-files.ts";
import { findBaseCommit } from "../draft-source.ts";
import { listChanges, openTree, withoutPages } from "../draft-tree.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { explainGitErrors } from "../explain-git-errors.ts";
import { getDraft, getOpenDraft } from "../get-draft.ts";
import type { PageIndex } from "../page-index.ts";
import type { FollowReview } from "../publish/follow-review.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { listOpenDrafts, updateDraft } from "../store.ts";
import { createDraft } from "./create-draft.ts";
import { changingOpen, discardDraft } from "./discard-draft.ts";
import { countDraftFiles } from "./draft-list-store.ts";
import { listFileVersions, readFileVersion } from "./file-versions.ts";
import { presentDraft, presentFields } from "./present-draft.ts";
import { readDraftFile } from "./read-draft-file.ts";
import { readMedia } from "./read-media.ts";
import { removeMedia, revertFile } from "./revert-file.ts";
import { uploadMedia } from "./upload-media.ts";

/**
 * When drafts are listed, the pull requests of only this many of the newest drafts are checked. Others are checked when
 * a draft is opened.
 */
const followedMax = 10;

export function editorFileRoutes(
  deps: EditorDeps,
  index: PageIndex,
  followReview: FollowReview,
): Handlers<typeof editorFileOperations> {
  const { database, clock } = deps;
  const readFiles = async (request: DraftRequest) => listChanges(await openTree(deps, request));

  return {
    async listDrafts({ params, principal, signal }) {
      const project = await getProject(database.query, principal.organizationId, params.projectId);
      const listed = await listOpenDrafts(database.query, project.id);
      const inReview = listed.filter(({ status }) => status === "review").slice(0, followedMax);
      const followed = await Promise.all(inReview.map((draft) => followReview({ project, draft, signal })));
      const drafts = listed
        .map((draft) => followed.find(({ id }) => id === draft.id) ?? draft)
        .filter((draft) => !isOver(draft));
      const ids = drafts.map(({ id }) => id);
      const counts = await countDraftFiles(database.query, ids);
      const present = (draft: EditorDraft) => ({
        ...presentFields(draft, principal.user),
        fileCount: counts.get(draft.id) ?? 0,
      });
      return { drafts: drafts.map(present) };
    },

    async createDraft({ params, body, principal, once, signal }) {
      const project = await getProject(database.query, principal.organizationId, params.projectId);
      const { sha } = await explainGitErrors(() => findBaseCommit(deps, project, signal));
      const { id, name, email } = principal.user;
      return once(async (tx) => {
        const request = { project, author: { id, name, email }, baseSha: sha, title: body.title };
        const draft = await createDraft(deps, tx, request);
        await recordDraftChange(tx, draft, clock.now());
        return presentDraft({ draft, files: [] }, principal.user);
      });
    },

    async getDraft(call) {
      const request = await getDraft(deps, call);
      const draft = await followReview(request);
      return presentDraft({ draft, files: await readFiles({ ...request, draft }) }, call.principal.user);
    },

    async changeDraft(call) {
      const request = await getOpenDraft(deps, call);
      const { draft } = request;
      const files = await readFiles(request);
      const title = call.body.title.trim();
      await changingOpen(deps, draft)(async (tx) => void (await updateDraft(tx, draft.id, { title }, clock.now())));
      return presentDraft({ draft: { ...draft, title }, files }, call.principal.user);
    },

    async discardDraft(call) {
      const { draft, signal } = await getOpenDraft(deps, call);
      call.note({ title: draft.title });
      await discardDraft(deps, draft, call.change, signal);
      return undefined;
    },

    readTree: async (call) => {
      const owner = call.principal.organizationId;
      const tree = await openTree(deps, await getDraft(deps, call));
      const facts = await index.read(owner, tree);
      return deps.texts.call(owner, "readTree", { tree: withoutPages(tree.data), facts });
    },

    readDraftFile: async (call) => readDraftFile(deps, await getDraft(deps, call), call.query.path),

    listFileVersions: async (call) => ({
      versions: await listFileVersions(deps, await getDraft(deps, call), call.query.path),
    }),

    readFileVersion: async (call) => readFileVersion(deps, await getDraft(deps, call), call.query),

    async writeDraftFile(call) {
      const request = await getOpenDraft(deps, call);
      const { path, text } = call.body;
      if (!isTextPath(path))
        throw new AppError("bad_request", "Only text files can be written here; upload other files.");
      const inTransaction = changingOpen(deps, request.draft);
      await changeTexts(deps, { ...request, inTransaction }, [{ path, content: text }]);
      return undefined;
    },

    async revertDraftFile(call) {
      await revertFile(deps, await getOpenDraft(deps, call), call.body.path);
      return undefined;
    },

    async removeMedia(call) {
      await removeMedia(deps, await getOpenDraft(deps, call), call.body.path);
      return undefined;
    },

    searchDraft: async (call) => {
      const { data: tree } = await openTree(deps, await getDraft(deps, call));
      return deps.texts.call(call.principal.organizationId, "searchDraft", { tree, search: call.body }, call.signal);
    },

    /** Either all files are changed or none. Text that someone types in the meantime is kept. */
    async replaceInDraft(call) {
      const request = await getOpenDraft(deps, call);
      const from = await openTree(deps, request);
      const input = { tree: from.data, replacement: call.body };
      const { result, changes } = await deps.texts.call(
        call.principal.organizationId,
        "replaceInTexts",
        input,
        call.signal,
      );
      const inTransaction = changingOpen(deps, request.draft);
      if (changes.length > 0) await changeTexts(deps, { ...request, from, inTransaction }, changes);
      return result;
    },
  };
}

/** Files of a draft, which are streamed. */
export function editorMediaHandlers(deps: EditorDeps): Handlers<typeof editorMediaOperations> {
  return {
    async uploadMedia(call) {
      const request = await getOpenDraft(deps, call);
      const { body, query, change: inTransaction } = call;
      if (!(body instanceof Readable)) {
        throw new AppError("bad_request", "Send the file as the body, with the content type application/octet-stream.");
      }
      const { name, folder } = query;
      call.note({ file: name });
      return uploadMedia(deps, { ...request, name, folder, body, inTransaction });
    },

    readMedia: async (call) => readMedia(deps, await getDraft(deps, call), call.query.path),
  };
}
