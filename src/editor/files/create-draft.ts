import { isBranchName } from "../../git/branch-name.ts";
import { dayOf } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import type { Services } from "../../platform/services.ts";
import type { Project } from "../../projects/store.ts";
import { draftLimits, type EditorDraft } from "../draft.ts";
import { insertDraft } from "../store.ts";
import { countOpenDrafts } from "./draft-list-store.ts";

interface DraftRequest {
  project: Project;
  author: EditorDraft["author"];
  /** The newest commit of the project's branch. */
  baseSha: string;
  title: string | undefined;
}

export async function createDraft(
  { clock }: Pick<Services, "clock">,
  tx: Connection,
  { project, author, baseSha, title }: DraftRequest,
): Promise<EditorDraft> {
  if ((await countOpenDrafts(tx, project.id)) >= draftLimits.draftsMax) {
    throw new AppError(
      "conflict",
      `A project can have at most ${draftLimits.draftsMax} open drafts; publish or discard some.`,
    );
  }
  const now = clock.now();
  const id = newId("drf", clock);
  const draft: EditorDraft = {
    id,
    organizationId: project.organizationId,
    projectId: project.id,
    author,
    title: title?.trim() ?? `Draft of ${dateText(now)}`,
    branch: branchOf(author, now, id),
    baseBranch: project.branch,
    baseSha,
    headSha: null,
    status: "open",
    pullRequest: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  await insertDraft(tx, draft);
  return draft;
}

const shortLength = 6;

/**
 * A branch name such as `draft/ada-lovelace-2026-03-02-x4k9ab`. The suffix is the random end of the draft's ID, so that
 * branch names are unique.
 */
function branchOf({ name, email }: EditorDraft["author"], now: number, id: string): string {
  const person = slugOf(name) || slugOf(email.split("@", 1)[0] ?? "") || "someone";
  const branch = `draft/${person}-${dayOf(now)}-${id.slice(-shortLength)}`;
  return isBranchName(branch) ? branch : `draft/${id.slice(-shortLength)}`;
}

const slugLengthMax = 30;

function slugOf(text: string): string {
  const words = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.filter(Boolean).join("-").slice(0, slugLengthMax).replace(/-$/, "");
}

function dateText(now: number): string {
  return new Date(now).toLocaleDateString("en-US", { month: "long", day: "numeric", timeZone: "UTC" });
}
