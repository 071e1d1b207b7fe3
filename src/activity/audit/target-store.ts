import { type AuditTargetKind, auditActions } from "../../contract/audit-actions.ts";
import { cutText } from "../../platform/cut-text.ts";
import type { Connection } from "../../platform/db/database.ts";
import type { AuditEntry } from "./store.ts";

/** The target of an action, with its ID and its name at the time. */
export interface AuditTarget {
  kind: AuditTargetKind;
  /** Empty for targets without an ID. */
  id: string;
  name: string;
}

export type Described = Pick<AuditEntry, "organizationId" | "projectId" | "action" | "actor" | "details">;

const nameCharactersMax = 200;

/**
 * Determines the target of an action from its parameters and details. Runs in the action's own transaction; if the
 * action deleted the target, the name comes from the details.
 */
export async function describeTarget(
  tx: Connection,
  entry: Described,
): Promise<{ target: AuditTarget; projectId: string | null; projectName: string | null }> {
  const update = entry.details.statusId === undefined ? undefined : await findUpdate(tx, entry.details.statusId);
  const projectId = entry.projectId ?? update?.projectId ?? null;
  const found = projectId === null ? undefined : await findName(tx, "projects", projectId);
  const kind = auditActions[entry.action]?.target ?? (projectId === null ? "organization" : "project");
  const projectName = found ?? (kind === "project" ? entry.details.name : undefined) ?? null;
  const { id, name } = await identify(tx, kind, { ...entry, projectId, projectName, update });
  return { target: { kind, id, name: shorten(name ?? "") }, projectId, projectName };
}

interface Context extends Described {
  projectName: string | null;
  update: { projectId: string; branch: string } | undefined;
}

async function identify(
  tx: Connection,
  kind: AuditTargetKind,
  { organizationId, projectId, projectName, update, actor, details }: Context,
): Promise<{ id: string; name: string | null | undefined }> {
  const { name, email, userId, domain = "", branch = "", id = "", keyId = "", account = "" } = details;
  switch (kind) {
    case "organization":
      return { id: organizationId, name: await findName(tx, "organizations", organizationId) };
    case "project":
      return { id: projectId ?? "", name: projectName };
    case "account":
      return { id: actor.kind === "member" ? actor.id : "", name: email ?? actor.name };
    case "member":
      return { id: userId ?? "", name: email ?? (await findEmail(tx, userId ?? "")) };
    case "invitation":
      return { id: details.invitationId ?? "", name: email ?? "Anyone with the link" };
    case "session":
      return { id: details.sessionId ?? "", name: "Session" };
    case "update":
      return { id: details.statusId ?? "", name: update && `Update of ${update.branch}` };
    case "job":
      return { id, name: await findPrompt(tx, id) };
    case "pullRequest":
      return findPullRequest(tx, projectId ?? "", details.number);
    case "draft":
      return { id: details.draftId ?? id, name: await findTitle(tx, details.draftId ?? id) };
    case "key":
      return { id: keyId, name: name ?? (await findName(tx, "keys", keyId)) };
    case "token":
      return { id: details.tokenId ?? "", name };
    case "domain":
      return { id: domain, name: domain };
    case "installation":
      return { id: account, name: account };
    case "preview":
    case "branch":
      return { id: branch, name: branch };
    case "webhook":
      return { id: details.webhookId ?? organizationId, name: details.url };
    case "setting":
      return { id: details.setting ?? "", name: details.setting };
  }
}

async function findName(tx: Connection, table: "organizations" | "projects" | "keys", id: string) {
  return (await tx.selectFrom(table).select("name").where("id", "=", id).executeTakeFirst())?.name;
}

async function findEmail(tx: Connection, id: string): Promise<string | undefined> {
  return (await tx.selectFrom("users").select("email").where("id", "=", id).executeTakeFirst())?.email;
}

async function findPrompt(tx: Connection, id: string): Promise<string | undefined> {
  return (await tx.selectFrom("agentJobs").select("prompt").where("id", "=", id).executeTakeFirst())?.prompt;
}

async function findTitle(tx: Connection, draftId: string): Promise<string | undefined> {
  return (await tx.selectFrom("drafts").select("title").where("id", "=", draftId).executeTakeFirst())?.title;
}

function findUpdate(tx: Connection, id: string) {
  return tx.selectFrom("updates").select(["projectId", "branch"]).where("id", "=", id).executeTakeFirst();
}

/** Without a number, returns the newest pull request, which the same transaction has opened. */
async function findPullRequest(tx: Connection, projectId: string, number: string | undefined) {
  const row = await tx
    .selectFrom("pullRequests")
    .select(["number", "title"])
    .where("projectId", "=", projectId)
    .$if(number !== undefined, (rows) => rows.where("number", "=", Number(number)))
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return { id: number ?? String(row?.number ?? ""), name: row && `#${row.number} ${row.title}` };
}

function shorten(name: string): string {
  return cutText(name.replaceAll(/\s+/g, " ").trim(), nameCharactersMax);
}
