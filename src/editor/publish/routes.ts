import type { DraftBaseMove, editorPublishOperations } from "../../contract/editor-publish-operations.ts";
import type { Handlers, Principal } from "../../http/call.ts";
import type { EditorDraft } from "../draft.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { type DraftParams, getDraft, getOpenDraft } from "../get-draft.ts";
import { bringUpToDate, type UpdateRequest } from "./bring-up-to-date.ts";
import { describeChanges } from "./describe-changes.ts";
import { describeConflict } from "./describe-conflict.ts";
import type { FollowReview } from "./follow-review.ts";
import type { FileConflict } from "./plan-merge.ts";
import { type Person, publishDraft } from "./publish-draft.ts";
import { readBaseMove } from "./read-base-move.ts";
import { requestReview } from "./request-review.ts";
import { resolveConflict } from "./resolve-conflict.ts";
import { withAppErrors } from "./with-app-errors.ts";

export function editorPublishRoutes(
  deps: EditorDeps,
  followReview: FollowReview,
): Handlers<typeof editorPublishOperations> {
  const { database } = deps;
  const read = async (principal: Principal, params: DraftParams, signal: AbortSignal) => {
    const { project, draft } = await getDraft(database.query, principal, params);
    return { project, draft: await followReview(project, draft, signal) };
  };
  const update = async (
    project: Parameters<typeof bringUpToDate>[1],
    request: UpdateRequest,
  ): Promise<DraftBaseMove> => {
    const { draft, move, merged } = await bringUpToDate(deps, project, request);
    return { baseSha: draft.baseSha, merged, conflicts: move.conflicts.map((each) => presentConflict(each, draft)) };
  };
  return {
    describeChanges: async ({ principal, params, signal }) => {
      const { project, draft } = await read(principal, params, signal);
      return describeChanges(deps, project, draft, principal.user.role ?? "viewer", signal);
    },

    publishDraft: async ({ principal, params, body, change, note, signal }) => {
      const { project, draft } = await getDraft(database.query, principal, params);
      note({ title: body.title, branch: draft.baseBranch });
      const request = { draft, person: personOf(principal), message: "", ...body, inTransaction: change, signal };
      return withAppErrors(() => publishDraft(deps, project, request));
    },

    requestReview: async ({ principal, params, body, change, note, signal }) => {
      const { project, draft } = await getOpenDraft(database.query, principal, params);
      note({ title: body.title, branch: draft.branch });
      const request = { draft, person: personOf(principal), message: "", ...body, inTransaction: change, signal };
      return withAppErrors(() => requestReview(deps, project, request));
    },

    readConflicts: async ({ principal, params, signal }) => {
      const { project, draft } = await read(principal, params, signal);
      const { conflicts, files } = await withAppErrors(() => readBaseMove(deps, project, draft, signal));
      return {
        conflicts: conflicts.map((conflict) => ({
          ...presentConflict(conflict, draft),
          base: conflict.base ?? null,
          mine: conflict.mine ?? null,
          theirs: conflict.theirs ?? null,
          sequence: files.find(({ path }) => path === conflict.path)?.sequence ?? 0,
        })),
      };
    },

    resolveConflict: async ({ principal, params, body, signal }) => {
      const { project, draft } = await getOpenDraft(database.query, principal, params);
      const inTransaction: UpdateRequest["inTransaction"] = (work) => database.transaction(work);
      const request = { draft, by: principal.user.id, inTransaction, signal };
      return withAppErrors(async () => {
        await resolveConflict(deps, project, request, body);
        const { draft: now } = await getOpenDraft(database.query, principal, params);
        return update(project, { ...request, draft: now });
      });
    },

    updateDraft: async ({ principal, params, signal }) => {
      const { project, draft } = await getOpenDraft(database.query, principal, params);
      const inTransaction: UpdateRequest["inTransaction"] = (work) => database.transaction(work);
      return withAppErrors(() => update(project, { draft, by: principal.user.id, inTransaction, signal }));
    },
  };
}

function personOf({ user: { id, name, email, role } }: { user: NonNullable<Principal["user"]> }): Person {
  return { id, name, email, role: role ?? "viewer" };
}

function presentConflict({ path, reason }: FileConflict, { baseBranch }: EditorDraft) {
  return { path, reason, about: describeConflict(reason, baseBranch) };
}
