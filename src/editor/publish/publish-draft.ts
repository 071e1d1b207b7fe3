import type { PublishedDraft } from "../../contract/editor-publish-operations.ts";
import type { Role } from "../../contract/operation.ts";
import { commitWork } from "../../git/commit-work.ts";
import { BranchMoved, pushCommit } from "../../git-host/push-commit.ts";
import type { Transaction } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { getProject } from "../../projects/get-project.ts";
import type { InTransaction } from "../../projects/repositories/change-repository.ts";
import { RefsMoved } from "../../projects/repositories/move-refs.ts";
import type { Project } from "../../projects/store.ts";
import { triggerPushedOnce } from "../../updates/find-pushed-update.ts";
import type { Author } from "../../updates/update.ts";
import type { DraftRequest, EditorDraft } from "../draft.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { DraftChanged } from "../lock-draft.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { findDraft, listDraftEditors, listDraftFiles } from "../store.ts";
import { attemptsMax, bringUpToDate, checkNoConflicts, getAgain } from "./bring-up-to-date.ts";
import { findPublishProblem } from "./publish-rules.ts";
import { noteHead, updateUnchanged } from "./publish-store.ts";
import { treeChanges } from "./tree-changes.ts";

export interface Person {
  id: string;
  name: string;
  email: string;
  role: Role;
}

export interface CommitRequest extends DraftRequest {
  person: Person;
  title: string;
  message: string;
  /** Called in the transaction to add the entry to the audit log. */
  inTransaction: InTransaction;
}

/**
 * Makes one commit from the draft on the project's branch, and triggers the same events as a push. If the branch has
 * moved, its changes are merged first. It is safe to repeat this: changes that the branch already contains are
 * recognized, so nothing is committed twice.
 */
export async function publishDraft(deps: EditorDeps, request: CommitRequest): Promise<PublishedDraft> {
  const { project, person } = request;
  for (let attempt = 1; ; attempt += 1) {
    const found = await findDraft(deps.database.query, project.organizationId, project.id, request.draft.id);
    if (found?.status === "published" && found.headSha !== null) {
      return { sha: found.headSha, branch: found.baseBranch, updateId: null, merged: 0, isOpen: false };
    }
    const draft = await getAgain(deps, request.draft);
    await checkRules(deps, project, draft, person);
    try {
      return await publishOnce(deps, { ...request, draft });
    } catch (error) {
      // The branch or the draft has changed in the meantime, so merge again and retry.
      const isMoved = [BranchMoved, DraftChanged, RefsMoved].some((kind) => error instanceof kind);
      if (!isMoved || attempt === attemptsMax) throw error;
    }
  }
}

/** Reads the rules again, because they may have changed since the request began. */
async function checkRules(
  { database }: EditorDeps,
  { organizationId, id }: Project,
  draft: EditorDraft,
  { role }: Person,
): Promise<void> {
  const project = await getProject(database.query, organizationId, id);
  const problem = findPublishProblem(project, draft, role);
  if (problem !== undefined) {
    throw new AppError("forbidden", problem);
  }
}

async function publishOnce(deps: EditorDeps, request: CommitRequest): Promise<PublishedDraft> {
  const { project, person, signal } = request;
  const hadFiles = (await listDraftFiles(deps.database.query, request.draft.id)).length > 0;
  const { draft, move, merged } = await bringUpToDate(deps, { ...request, by: person.id });
  checkNoConflicts(move);
  const files = await listDraftFiles(deps.database.query, draft.id);
  const author = authorOf(person);
  if (files.length === 0) {
    if (!hadFiles) throw new AppError("conflict", "This draft has no changes.");
    // The branch already contains every change, because an earlier attempt died after its push.
    return recordPublished(deps, { ...request, draft, sha: move.tip, from: undefined, merged: 0 });
  }
  const location = await deps.locateToPush(project, signal);
  const sha = await commitWork(
    move.repository,
    {
      parent: move.tip,
      changes: treeChanges(deps, files, signal),
      directory: project.directory,
      author: person,
      message: commitMessage(request),
      at: deps.clock.now(),
    },
    signal,
  );
  const commit = { branch: draft.baseBranch, from: move.tip, to: sha };
  let published: PublishedDraft = { sha, branch: draft.baseBranch, updateId: null, merged, isOpen: false };
  const people = [person.id, ...(await listDraftEditors(deps.database.query, draft.id))];
  const pushHosted = () =>
    deps.pushHosted(project, commit, signal, {
      trigger: "editor",
      author,
      people,
      inTransaction: request.inTransaction,
      async record(tx, { triggered }) {
        await endDraft(deps, tx, draft, { sha, title: request.title });
        published = { ...published, updateId: triggered[0]?.id ?? null };
      },
    });
  if (location.kind !== "hosted" && draft.headSha === null) {
    // The commit is recorded before the push, so that it is recognized if this process dies in between.
    await deps.database.transaction((tx) => noteHead(tx, draft.id, sha));
  }
  await pushCommit(location, commit, pushHosted, signal);
  return location.kind === "hosted"
    ? published
    : recordPublished(deps, { ...request, draft, sha, from: move.tip, merged });
}

/** Records that the draft is published. After a push to another host, the change is public even if this fails. */
async function recordPublished(
  deps: EditorDeps,
  request: CommitRequest & { sha: string; from: string | undefined; merged: number },
): Promise<PublishedDraft> {
  const { project, draft, person, sha, from, title, merged } = request;
  const branch = draft.baseBranch;
  const published: PublishedDraft = { sha, branch, updateId: null, merged, isOpen: false };
  const record = (ends: boolean) =>
    request.inTransaction(async (tx) => {
      const pushed = { project, branch, sha, from, source: "internal", trigger: "editor" } as const;
      published.updateId = await triggerPushedOnce(deps, tx, { ...pushed, author: authorOf(person) });
      if (ends) await endDraft(deps, tx, draft, { sha, title });
    });
  try {
    await record(true);
  } catch (error) {
    if (!(error instanceof DraftChanged)) throw error;
    // Someone typed while the commit was being pushed. Those edits stay in the draft, which is now based on the commit.
    await record(false);
    await bringUpToDate(deps, { ...request, draft: await getAgain(deps, draft), by: person.id });
    published.isOpen = true;
  }
  return published;
}

async function endDraft(
  { clock }: EditorDeps,
  tx: Transaction,
  draft: EditorDraft,
  { sha, title }: { sha: string; title: string },
): Promise<void> {
  const now = clock.now();
  if (!(await updateUnchanged(tx, draft, { status: "published", headSha: sha, title }, now))) {
    throw new DraftChanged();
  }
  await recordDraftChange(tx, draft, now);
}

/** The person as the author of updates. */
export function authorOf({ id, name }: Person): Author {
  return { name, avatarUrl: null, githubUserId: null, userId: id };
}

export function commitMessage({ title, message }: Pick<CommitRequest, "title" | "message">): string {
  const subject = title.replaceAll(/\s+/g, " ").trim();
  const body = message.replaceAll("\r\n", "\n").trim();
  return body === "" ? `${subject}\n` : `${subject}\n\n${body}\n`;
}
