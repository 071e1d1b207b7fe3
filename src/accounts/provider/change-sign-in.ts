import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import {
  findOrganizationSignIn,
  isProviderSession,
  type OrganizationSignIn,
  saveOrganizationSignIn,
} from "./sign-in-store.ts";

/**
 * Only server admins decide who joins and with which role, because their choice can add people of other organizations.
 * To require the provider, an admin must have signed in with it, so that nobody locks themselves out.
 */
export async function changeSignIn(
  tx: Connection,
  change: OrganizationSignIn,
  caller: { sessionId: string; isServerAdmin: boolean; hasProvider: boolean },
): Promise<void> {
  const before = await findOrganizationSignIn(tx, change.organizationId);
  const emailDomains = [...new Set(change.emailDomains.map((domain) => domain.toLowerCase()))];
  const changed = { ...change, emailDomains };
  if (!caller.isServerAdmin && rulesOf(before) !== rulesOf(changed)) {
    throw new AppError("forbidden", "Only server admins can change the role mapping and who joins automatically.");
  }
  if (change.defaultRole !== null && emailDomains.length === 0) {
    throw new AppError("bad_request", "Enter the email domains whose people join automatically.");
  }
  if (change.requiresProvider && !(before?.requiresProvider ?? false)) {
    if (!caller.hasProvider) throw new AppError("conflict", "Single sign-on isn't set up on this server.");
    if (!(await isProviderSession(tx, caller.sessionId))) {
      throw new AppError("conflict", "Sign in with single sign-on first, so that you don't lock yourself out.");
    }
  }
  await saveOrganizationSignIn(tx, changed);
}

function rulesOf(signIn: OrganizationSignIn | undefined): string {
  const { defaultRole = null, emailDomains = [], mappings = [] } = signIn ?? {};
  return JSON.stringify([defaultRole, emailDomains, mappings.map(({ value, role }) => [value, role])]);
}
