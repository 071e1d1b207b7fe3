import type { DashboardOperations } from "../contract/dashboard-operations.ts";
import type { Body, Role } from "../contract/operation.ts";
import type { Me } from "../contract/people-operations.ts";
import type { Handlers, Principal } from "../http/call.ts";
import type { AuditedAction } from "../http/gates/audit/middleware.ts";
import { isoTime } from "../platform/clock.ts";
import { setCookie } from "../platform/cookies.ts";
import type { Connection, Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import { linkCounters, passwordCounters, slowGuesses } from "../platform/slow-guesses.ts";
import { finishSignIn, startPasskeySignIn } from "./finish-sign-in.ts";
import { acceptInvitation, getInvitation, isOperatorLink, normalEmail } from "./invite.ts";
import { insertMember, listMemberships, updateMemberRole } from "./member-store.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { type PasswordResetDeps, passwordResetRoutes } from "./password-reset/routes.ts";
import { confirmSession } from "./provider/sign-in-store.ts";
import { type ProviderSignInDeps, signInWithProvider } from "./provider/sign-in-with-provider.ts";
import { ruleRoutes } from "./rules/routes.ts";
import { listRequiring, readSessionLimits } from "./rules/store.ts";
import { canUsePasskeys } from "./second-factor/can-use-passkeys.ts";
import { secondFactorRoutes } from "./second-factor/routes.ts";
import { findFactorKinds } from "./second-factor/store.ts";
import { isServerAdmin } from "./server-admins.ts";
import { deleteSession, endOf, listSessions } from "./session-store.ts";
import { setPassword } from "./set-password.ts";
import { type Client, signInWithPassword, startKnownSession } from "./sign-in.ts";
import { findPasswordHash, findUserByEmail, insertUser, renameUser, type User } from "./user-store.ts";

interface AccountRouteDeps extends ProviderSignInDeps, PasswordResetDeps {
  record(tx: Transaction, action: AuditedAction): Promise<void>;
}

export function accountRoutes(deps: AccountRouteDeps) {
  const { database, clock } = deps;
  const { query } = database;
  return {
    ...secondFactorRoutes(deps),
    ...passwordResetRoutes(deps),
    ...ruleRoutes(deps),

    getSignInOptions: async () => ({
      provider: (await deps.settings.provider())?.name ?? null,
      canUsePasskeys: canUsePasskeys(deps.url),
      sendsResetLinks: deps.sendResetLink !== undefined,
    }),

    async signIn({ body, setCookies, ...client }) {
      const { user, cookies, secondFactor } = await signInWithPassword(deps, body, client);
      setCookies(cookies);
      return secondFactor === undefined ? { me: await presentMe(query, user) } : { secondFactor };
    },

    async startPasskeySignIn({ body, cookies, setCookies }) {
      const started = await startPasskeySignIn(deps, body.isSecondFactor, cookies);
      setCookies(started.cookies);
      return { options: started.options };
    },

    async finishSignIn({ body, setCookies, ...client }) {
      const { user, cookies } = await finishSignIn(deps, body, client);
      setCookies(cookies);
      return presentMe(query, user);
    },

    async signInWithProvider({ body, setCookies }) {
      const { url, cookie } = await signInWithProvider(deps, body.returnTo ?? "/dashboard");
      setCookies([cookie]);
      return { url };
    },

    async linkProvider({ principal: { user }, setCookies }) {
      const { url, cookie } = await signInWithProvider(deps, "/dashboard/account", user.sessionId);
      setCookies([cookie]);
      return { url };
    },

    async readInvitation({ body, address }) {
      const { organization, role, email } = await slowGuesses(deps, linkCounters(address), () =>
        getInvitation(deps, query, body.token),
      );
      const hasAccount = email !== null && (await findUserByEmail(query, email)) !== undefined;
      return { organization, role, email, hasAccount };
    },

    async createAccount({ body, setCookies, ...client }) {
      const { user, cookies } = await slowGuesses(deps, linkCounters(client.address), async () => {
        await getInvitation(deps, query, body.token);
        const passwordHash = await hashPassword(body.password);
        return database.transaction((tx) => joinWithAccount(deps, tx, body, passwordHash, client));
      });
      setCookies(cookies);
      return presentMe(query, user);
    },

    acceptInvitation: ({ principal: { user }, body, address, change, note }) =>
      slowGuesses(deps, linkCounters(address), () =>
        change(async (tx) => {
          const invitation = await acceptInvitation(deps, tx, body.token, user.email);
          const { organizationId, role } = invitation;
          if (isOperatorLink(invitation)) await confirmSession(tx, user.sessionId, clock.now());
          const isNew = await insertMember(tx, { organizationId, userId: user.id, role }, clock.now());
          if (!isNew && isOperatorLink(invitation)) {
            await updateMemberRole(tx, organizationId, user.id, role);
          } else if (!isNew) {
            throw new AppError("conflict", "You are already a member of this organization.");
          }
          note({ organizationId, role });
          return presentMe(tx, user);
        }),
      ),

    async signOut({ principal: { user }, change, setCookies }) {
      await change(async (tx) => void (await deleteSession(tx, user.id, user.sessionId)));
      setCookies([setCookie("session_token", "", 0, deps.url)]);
    },

    getMe: ({ principal: { user } }) => presentMe(query, user),

    changeProfile: ({ principal: { user }, body, change, note }) =>
      change(async (tx) => {
        const name = body.name.trim();
        await renameUser(tx, user.id, name, clock.now());
        note({ name });
        return presentMe(tx, { ...user, name });
      }),

    async changePassword({ principal: { user }, body, change }) {
      await slowGuesses(deps, passwordCounters(user.email, user.sessionId), async () => {
        if (!(await verifyPassword(await findPasswordHash(query, user.id), body.currentPassword, "known"))) {
          throw new AppError("forbidden", "The current password is wrong.");
        }
      });
      const passwordHash = await hashPassword(body.newPassword);
      return change(async (tx) => {
        await setPassword(tx, user.id, passwordHash, { now: clock.now(), keptSessionId: user.sessionId });
      });
    },

    async listSessions({ principal: { user } }) {
      const now = clock.now();
      const limits = await readSessionLimits(query, user.id);
      const rows = await listSessions(query, user.id, now);
      const sessions = rows
        .filter((row) => endOf(row, limits) > now)
        .map((row) => ({
          id: row.id,
          isCurrent: row.id === user.sessionId,
          address: row.address,
          userAgent: row.userAgent,
          createdAt: isoTime(row.createdAt),
          lastUsedAt: isoTime(row.lastUsedAt ?? row.createdAt),
          expiresAt: isoTime(endOf(row, limits)),
        }));
      return { idleMinutes: limits.idleMinutes, sessions };
    },

    endSession: ({ principal: { user }, params, change }) =>
      change(async (tx) => {
        if (!(await deleteSession(tx, user.id, params.sessionId))) {
          throw new AppError("not_found", "Session not found; it may have ended already.");
        }
      }),
  } satisfies Partial<Handlers<DashboardOperations>>;
}

/** Accepts an invitation with a new account, and signs in. */
async function joinWithAccount(
  deps: AccountRouteDeps,
  tx: Transaction,
  body: Body<DashboardOperations["createAccount"]>,
  passwordHash: string,
  client: Client & { cookies: string | undefined },
): Promise<{ user: User; cookies: string[] }> {
  const { user, organizationId, role, isByOperator } = await createAccount(deps, tx, body, passwordHash);
  const principal: Principal = {
    kind: "admin",
    keyId: "",
    organizationId,
    projectId: null,
    scopes: [],
    user: { ...user, sessionId: "", role },
  };
  const { address } = client;
  await deps.record(tx, { principal, action: "createAccount", params: {}, details: { role }, address });
  const confirmed = { ...client, providerAt: isByOperator ? deps.clock.now() : null };
  return { user, cookies: await startKnownSession(deps, tx, user, confirmed, "new account") };
}

async function createAccount(
  { clock }: AccountRouteDeps,
  tx: Connection,
  { token, name, email }: Body<DashboardOperations["createAccount"]>,
  passwordHash: string,
): Promise<{ user: User; organizationId: string; role: Role; isByOperator: boolean }> {
  const user = { id: newId("usr", clock), email: normalEmail(email), name: name.trim() };
  const invitation = await acceptInvitation({ clock }, tx, token, user.email);
  const { organizationId, role } = invitation;
  if (!(await insertUser(tx, user, { id: newId("crd", clock), passwordHash }, clock.now()))) {
    throw new AppError("conflict", "This email already has an account; sign in and open the link again.");
  }
  await insertMember(tx, { organizationId, userId: user.id, role }, clock.now());
  return { user, organizationId, role, isByOperator: isOperatorLink(invitation) };
}

/** The signed-in user and their organizations. */
async function presentMe(connection: Connection, { id, name, email }: User): Promise<Me> {
  const hasPassword = (await findPasswordHash(connection, id)) !== null;
  const { hasAuthenticator, hasPasskey } = await findFactorKinds(connection, id);
  const lacksFactor = hasPassword && !hasAuthenticator && !hasPasskey;
  const requiring = lacksFactor ? await listRequiring(connection, id) : [];
  const organizations = (await listMemberships(connection, id)).map((organization) => ({
    ...organization,
    needsSecondFactor: requiring.includes(organization.id),
  }));
  const user = { id, name, email, hasPassword, isServerAdmin: await isServerAdmin(connection, id) };
  return { user, organizations };
}
