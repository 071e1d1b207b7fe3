import type { FastifyInstance } from "fastify";
import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { OrganizationSignInShown } from "../../contract/server-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { canonicalAddress } from "../../platform/address.ts";
import { isoTimeOrNull } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { rolesClaimDefault } from "../../platform/server-settings/server-settings.ts";
import { isServerAdmin } from "../server-admins.ts";
import {
  findOrganizationSignIn,
  isProviderSession,
  type OrganizationSignIn,
  saveOrganizationSignIn,
} from "./sign-in-store.ts";
import { callbackPath, finishProviderSignIn, type ProviderSignInDeps } from "./sign-in-with-provider.ts";

export function providerRoutes(http: FastifyInstance, deps: ProviderSignInDeps): void {
  http.get(callbackPath, async (request, reply) => {
    const { search } = new URL(request.url, deps.url);
    const { location, cookies } = await finishProviderSignIn(
      deps,
      { search, cookies: request.headers.cookie },
      { address: canonicalAddress(request), userAgent: request.headers["user-agent"] ?? "" },
    );
    return reply.header("set-cookie", cookies).header("cache-control", "no-store").redirect(location, 302);
  });
}

/** Single sign-on of an organization. */
export function organizationSignInRoutes(deps: ProviderSignInDeps) {
  const { database, clock, settings } = deps;
  return {
    getOrganizationSignIn: ({ principal: { user }, params }) =>
      present(deps, database.query, params.organizationId, user),

    changeOrganizationSignIn: ({ principal: { user }, params: { organizationId }, body, change, note }) =>
      change(async (tx) => {
        const caller = {
          sessionId: user.sessionId,
          isServerAdmin: await isServerAdmin(tx, user.id),
          hasProvider: (await settings.provider(tx)) !== undefined,
        };
        await changeSignIn(tx, { ...body, organizationId, setBy: user.email, setAt: clock.now() }, caller);
        note({ requiresProvider: body.requiresProvider ? "required" : "optional" });
        return present(deps, tx, organizationId, user);
      }),
  } satisfies Partial<Handlers<DashboardOperations>>;
}

async function present(
  { settings }: ProviderSignInDeps,
  connection: Connection,
  organizationId: string,
  user: { id: string; sessionId: string },
): Promise<OrganizationSignInShown> {
  const found = await findOrganizationSignIn(connection, organizationId);
  const provider = await settings.provider(connection);
  return {
    requiresProvider: found?.requiresProvider ?? false,
    defaultRole: found?.defaultRole ?? null,
    emailDomains: found?.emailDomains ?? [],
    mappings: found?.mappings ?? [],
    provider: provider?.name ?? null,
    rolesClaim: provider?.rolesClaim ?? rolesClaimDefault,
    canMap: await isServerAdmin(connection, user.id),
    hasSignedInWithProvider: await isProviderSession(connection, user.sessionId),
    setBy: found?.setBy ?? null,
    setAt: isoTimeOrNull(found?.setAt ?? null),
  };
}

/**
 * Only server admins decide who joins and with which role, because their choice can add people of other organizations.
 * To require the provider, an admin must have signed in with it, so that nobody locks themselves out.
 */
async function changeSignIn(
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
