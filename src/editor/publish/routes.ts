import type { DraftBaseMove, editorPublishOperations } from "../../contract/editor-publish-operations.ts";
import type { Handlers, Principal } from "../../http/call.ts";
import type { InTransaction } from "../../projects/repositories/change-repository.ts";
import type { DraftChangeRequest } from "../draft.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { getDraft, getOpenDraft } from "../get-draft.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { describeChanges } from "./describe-changes.ts";
import type { FollowReview } from "./follow-review.ts";
import { presentConflict } from "./present-conflict.ts";
import { type Person, publishDraft } from "./publish-draft.ts";
import { readBaseMove } from "./read-base-move.ts";
import { requestReview } from "./request-review.ts";
import { resolveConflict } from "./resolve-conflict.ts";
import { withAppErrors } from "./with-app-errors.ts";

export function editorPublishRoutes(
  deps: EditorDeps,
  followReview: FollowReview,
): Handlers<typeof editorPublishOperations> {
  const read = async (call: Parameters<typeof getDraft>[1]) => {
    const request = await getDraft(deps, call);
    return { ...request, draft: await followReview(request) };
  };
  const update = async (request: DraftChangeRequest): Promise<DraftBaseMove> => {
    const { draft, move, merged } = await bringUpToDate(deps, request);
    const conflicts = move.conflicts.map(presentConflict);
    return { baseSha: draft.baseSha, merged, conflicts };
  };
  return {
    describeChanges: async (call) => describeChanges(deps, await read(call), call.principal.user.role ?? "viewer"),

    publishDraft: async (call) => {
      const found = await getDraft(deps, call);
      call.note({ title: call.body.title, branch: found.draft.baseBranch });
      return withAppErrors(() => publishDraft(deps, { ...found, ...commitOf(call) }));
    },

    requestReview: async (call) => {
      const found = await getOpenDraft(deps, call);
      call.note({ title: call.body.title, branch: found.draft.branch });
      return withAppErrors(() => requestReview(deps, { ...found, ...commitOf(call) }));
    },

    readConflicts: async (call) => {
      const request = await read(call);
      const { conflicts, files } = await withAppErrors(() => readBaseMove(deps, request));
      return {
        conflicts: conflicts.map((conflict) => ({
          ...presentConflict(conflict),
          base: conflict.base ?? null,
          mine: conflict.mine ?? null,
          theirs: conflict.theirs ?? null,
          sequence: files.find(({ path }) => path === conflict.path)?.sequence ?? 0,
        })),
      };
    },

    resolveConflict: async (call) => {
      const request = await getOpenDraft(deps, call);
      return withAppErrors(async () => {
        await resolveConflict(deps, request, call.body);
        return update(await getOpenDraft(deps, call));
      });
    },

    updateDraft: async (call) => {
      const request = await getOpenDraft(deps, call);
      return withAppErrors(() => update(request));
    },
  };
}

interface CommitCall {
  principal: { user: NonNullable<Principal["user"]> };
  body: { title: string; message?: string };
  change: InTransaction;
}

function commitOf({ principal, body: { title, message = "" }, change: inTransaction }: CommitCall) {
  const { id, name, email, role } = principal.user;
  const person: Person = { id, name, email, role: role ?? "viewer" };
  return { person, title, message, inTransaction };
}
