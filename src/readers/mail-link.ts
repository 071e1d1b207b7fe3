import { randomBytes } from "node:crypto";
import { normalEmail } from "../accounts/invite.ts";
import type { Clock } from "../platform/clock.ts";
import { countInWindow } from "../platform/counters/store.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { hashToken, newToken } from "../platform/tokens.ts";
import type { Access } from "../projects/access/store.ts";
import { findProjectById } from "../projects/store.ts";
import { type CodeContent, insertCode } from "./code-store.ts";
import { signInPath } from "./reader-paths.ts";

/** Mails a link that signs a reader in. */
export type SendReaderLink = (
  tx: Connection,
  mail: { id: string; email: string; organizationId: string; siteName: string; link: string; expiresAt: number },
) => Promise<unknown>;

export interface ReaderMailDeps {
  clock: Clock;
  database: Database;
  /** Undefined if this server sends no mail. */
  sendReaderLink?: SendReaderLink;
}

interface LinkRequest {
  site: { projectId: string };
  email: string;
  redirect: string;
  /** The site's own address, without a path. */
  origin: string;
  address: string;
}

const linkMilliseconds = 15 * 60_000;
const hourMilliseconds = 3_600_000;
/** How many links can be requested for a site in an hour: from one IP address, to one mailbox, and in total. */
const perAddressMax = 20;
const perMailboxMax = 5;
const perSiteMax = 1_000;

/** Mails a link if the address may read the site. The link works once, on any device. */
export async function mailReaderLink(deps: ReaderMailDeps, access: Access, request: LinkRequest): Promise<void> {
  const { clock, database, sendReaderLink } = deps;
  const { settings } = access;
  const { site, redirect, origin, address } = request;
  const email = normalEmail(request.email);
  const { projectId } = site;
  const now = clock.now();
  await database.transaction(async (tx) => {
    const { count } = await countInWindow(tx, "reader-mails", `${projectId}/${address}`, now, hourMilliseconds);
    const isAllowed = settings.mail !== null && mayRead(settings.mail.allowed, email);
    const project = await findProjectById(tx, projectId);
    if (!isAllowed || project === undefined || sendReaderLink === undefined || count > perAddressMax) return;
    const mailbox = `${projectId}/${hashToken(email)}`;
    const own = await countInWindow(tx, "reader-mailboxes", mailbox, now, hourMilliseconds);
    if (own.count > perMailboxMax) return;
    const all = await countInWindow(tx, "reader-mails", projectId, now, hourMilliseconds);
    if (all.count > perSiteMax) return;
    const code = newToken();
    const expiresAt = now + linkMilliseconds;
    const profile = { email };
    const reader = { method: "mail" as const, subject: email, groups: settings.mail?.groups ?? [], profile };
    const content: CodeContent = { reader, redirect };
    await insertCode(tx, { code, browser: "", projectId, method: "mail", expiresAt, content });
    const link = `${origin}${signInPath}/mail-link#${code}`;
    const { name: siteName, organizationId } = project;
    await sendReaderLink(tx, {
      id: randomBytes(9).toString("base64url"),
      email,
      organizationId,
      siteName,
      link,
      expiresAt,
    });
  });
}

/** Whether an address is in the list, by itself or by its domain (`@example.com`). */
function mayRead(allowed: readonly string[], email: string): boolean {
  const at = email.lastIndexOf("@");
  return at > 0 && allowed.some((entry) => entry === email || entry === email.slice(at));
}
