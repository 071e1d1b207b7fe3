import { Readable } from "node:stream";
import type { editorFileOperations, editorMediaOperations } from "../../contract/editor-file-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { AppError } from "../../platform/errors.ts";
import { getProject } from "../../projects/get-project.ts";
import type { InTransaction } from "../../projects/repositories/change-repository.ts";
import { isTextPath } from "../check-write.ts";
import { type EditorDraft, isOver } from "../draft.ts";
import { changeTexts } from "../draft-files.ts";
import { findBaseCommit } from "../draft-source.ts";
import { listChanges, openTree } from "../draft-tree.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { explainGitErrors } from "../explain-git-errors.ts";
import { getDraft, getOpenDraft } from "../get-draft.ts";
import type { PageIndex } from "../page-index.ts";
import type { FollowReview } from "../publish/follow-review.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { listOpenDrafts, updateDraft } from "../store.ts";
import { createDraft } from "./create-draft.ts";
import { discardDraft, lockOpenDraft } from "./discard-draft.ts";
import { countDraftFiles } from "./draft-list-store.ts";
import { createNewestCommits } from "./newest-commit.ts";
import { presentDraft, presentFields } from "./present-draft.ts";
import { readDraftFile } from "./read-draft-file.ts";
import { readMedia } from "./read-media.ts";
import { readTree } from "./read-tree.ts";
import { replaceInDraft } from "./replace-in-draft.ts";
import { removeMedia, revertFile } from "./revert-file.ts";
import { searchDraft } from "./search-draft.ts";
import { uploadMedia } from "./upload-media.ts";

/** When drafts are listed, only this many of the newest check their pull requests. Others check theirs when opened. */
const followedMax = 10;

export function editorFileRoutes(
  deps: EditorDeps,
  index: PageIndex,
  followReview: FollowReview,
): Handlers<typeof editorFileOperations> {
  const { database, clock } = deps;
  const newest = createNewestCommits(deps);

  /** Locks the draft first, so that a draft that is being published or discarded isn't changed anymore. */
  const changing =
    (draft: EditorDraft): InTransaction =>
    (work) =>
      database.transaction(async (tx) => {
        await lockOpenDraft(tx, draft.id, clock.now());
        await work(tx);
        await recordDraftChange(tx, draft, clock.now());
      });

  return {
    async listDrafts({ params, principal, signal }) {
      const project = await getProject(database.query, principal.organizationId, params.projectId);
      const listed = await listOpenDrafts(database.query, project.id);
      const inReview = listed.filter(({ status }) => status === "review").slice(0, followedMax);
      const followed = await Promise.all(inReview.map((draft) => followReview(project, draft, signal)));
      const drafts = listed
        .map((draft) => followed.find(({ id }) => id === draft.id) ?? draft)
        .filter((draft) => !isOver(draft));
      const counts = await countDraftFiles(
        database.query,
        drafts.map(({ id }) => id),
      );
      return {
        drafts: drafts.map((draft) => ({
          ...presentFields(draft, principal.user),
          fileCount: counts.get(draft.id) ?? 0,
        })),
      };
    },

    async createDraft({ params, body, principal, once, signal }) {
      const project = await getProject(database.query, principal.organizationId, params.projectId);
      const { sha } = await explainGitErrors(() => findBaseCommit(deps, project, signal));
      const { id, name, email } = principal.user;
      return once(async (tx) => {
        const request = { project, author: { id, name, email }, baseSha: sha, title: body.title };
        const draft = await createDraft(deps, tx, request);
        await recordDraftChange(tx, draft, clock.now());
        return presentDraft({ project, draft, files: [], isBehind: false }, principal.user);
      });
    },

    async getDraft({ params, principal, signal }) {
      const { project, draft: found } = await getDraft(database.query, principal, params);
      const draft = await followReview(project, found, signal);
      const [tree, isBehind] = await Promise.all([
        openTree(deps, project, draft, signal),
        newest.isBehind(project, draft, signal),
      ]);
      return presentDraft({ project, draft, files: listChanges(tree), isBehind }, principal.user);
    },

    async changeDraft({ params, body, principal, signal }) {
      const { project, draft } = await getOpenDraft(database.query, principal, params);
      const [tree, isBehind] = await Promise.all([
        openTree(deps, project, draft, signal),
        newest.isBehind(project, draft, signal),
      ]);
      const title = body.title.trim();
      await changing(draft)(async (tx) => void (await updateDraft(tx, draft.id, { title }, clock.now())));
      const shown = { project, draft: { ...draft, title }, files: listChanges(tree), isBehind };
      return presentDraft(shown, principal.user);
    },

    async discardDraft({ params, principal, change, note, signal }) {
      const { draft } = await getOpenDraft(database.query, principal, params);
      note({ title: draft.title });
      await discardDraft(deps, draft, change, signal);
      return undefined;
    },

    async readTree({ params, principal, signal }) {
      const { project, draft } = await getDraft(database.query, principal, params);
      return readTree(index, await openTree(deps, project, draft, signal));
    },

    async readDraftFile({ params, query, principal, signal }) {
      const { project, draft } = await getDraft(database.query, principal, params);
      return readDraftFile(deps, project, draft, query.path, signal);
    },

    async writeDraftFile({ params, body, principal, signal }) {
      const { project, draft } = await getOpenDraft(database.query, principal, params);
      if (!isTextPath(body.path))
        throw new AppError("bad_request", "Only text files can be written here; upload other files.");
      const request = { project, draft, by: principal.user.id, signal, inTransaction: changing(draft) };
      await changeTexts(deps, request, [{ path: body.path, content: body.text }]);
      return undefined;
    },

    async revertDraftFile({ params, body, principal, signal }) {
      const { project, draft } = await getOpenDraft(database.query, principal, params);
      const request = { project, draft, by: principal.user.id, signal, inTransaction: changing(draft) };
      await revertFile(deps, { ...request, path: body.path });
      return undefined;
    },

    async removeMedia({ params, body, principal, signal }) {
      const { project, draft } = await getOpenDraft(database.query, principal, params);
      const request = { project, draft, by: principal.user.id, signal, inTransaction: changing(draft) };
      await removeMedia(deps, { ...request, path: body.path });
      return undefined;
    },

    async searchDraft({ params, body, principal, signal }) {
      const { project, draft } = await getDraft(database.query, principal, params);
      return searchDraft(await openTree(deps, project, draft, signal), body);
    },

    async replaceInDraft({ params, body, principal, signal }) {
      const { project, draft } = await getOpenDraft(database.query, principal, params);
      const request = { project, draft, by: principal.user.id, signal, inTransaction: changing(draft) };
      return replaceInDraft(deps, { ...request, replacement: body });
    },
  };
}

/** Files of a draft, which are streamed. */
export function editorMediaHandlers(deps: EditorDeps): Handlers<typeof editorMediaOperations> {
  const { database } = deps;
  return {
    async uploadMedia({ params, query, body, principal, change, note, signal }) {
      const { project, draft } = await getOpenDraft(database.query, principal, params);
      if (!(body instanceof Readable)) {
        throw new AppError("bad_request", "Send the file as the body, with the content type application/octet-stream.");
      }
      const { name, folder } = query;
      note({ file: name });
      const by = principal.user.id;
      return uploadMedia(deps, { project, draft, by, name, folder, body, inTransaction: change, signal });
    },

    async readMedia({ params, query, principal, signal }) {
      const { project, draft } = await getDraft(database.query, principal, params);
      return readMedia(deps, project, draft, query.path, signal);
    },
  };
}
