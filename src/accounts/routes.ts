import type { DashboardOperations } from "../contract/dashboard-operations.ts";
import type { Body, Role } from "../contract/operation.ts";
import type { Me } from "../contract/people-schemas.ts";
import type { Handlers, Principal } from "../http/call.ts";
import type { AuditedAction } from "../http/gates/audit/middleware.ts";
import { isoTime } from "../platform/clock.ts";
import type { Connection, Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import { setCookie } from "./cookies.ts";
import { acceptInvitation, getInvitation, normalEmail } from "./invite.ts";
import { insertMember, listMemberships } from "./member-store.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { type ProviderSignInDeps, signInWithProvider } from "./provider/sign-in-with-provider.ts";
import { deleteOtherSessions, deleteSession, listSessions } from "./session-store.ts";
import { type Client, signInWithPassword, startKnownSession } from "./sign-in.ts";
import { linkCounters, passwordCounters, slowGuesses } from "./slow-guesses.ts";
import {
  findPasswordHash,
  findUserByEmail,
  insertUser,
  renameUser,
  type User,
  updatePasswordHash,
} from "./user-store.ts";

export interface AccountRouteDeps extends ProviderSignInDeps {
  record(tx: Transaction, action: AuditedAction): Promise<void>;
}

export function accountRoutes(deps: AccountRouteDeps) {
  const { database, clock } = deps;
  const { query } = database;
  return {
    getSignInOptions: async () => ({ provider: deps.oidc?.name ?? null }),

    async signIn({ body, setCookies, ...client }) {
      const { user, cookies } = await signInWithPassword(deps, body, client);
      setCookies(cookies);
      return presentMe(query, user);
    },

    async signInWithProvider({ body, setCookies }) {
      const { url, cookie } = await signInWithProvider(deps, body.returnTo ?? "/dashboard");
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
          const { organizationId, role } = await acceptInvitation(deps, tx, body.token, user.email);
          if (!(await insertMember(tx, { organizationId, userId: user.id, role }, clock.now()))) {
            throw new AppError("conflict", "You are already a member of this organization.");
          }
          note({ organizationId, role });
          return presentMe(tx, user);
        }),
      ),

    async signOut({ principal: { user }, change, setCookies }) {
      await change(async (tx) => void (await deleteSession(tx, user.id, user.sessionId)));
      setCookies([setCookie("session_token", "", 0, deps.url.startsWith("https:"))]);
      return undefined;
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
        await updatePasswordHash(tx, user.id, passwordHash, clock.now());
        await deleteOtherSessions(tx, user.id, user.sessionId);
        return undefined;
      });
    },

    async listSessions({ principal: { user } }) {
      const rows = await listSessions(query, user.id, clock.now());
      const sessions = rows.map((row) => ({
        id: row.id,
        isCurrent: row.id === user.sessionId,
        address: row.address,
        userAgent: row.user_agent,
        createdAt: isoTime(row.created_at),
        expiresAt: isoTime(row.expires_at),
      }));
      return { sessions };
    },

    endSession: ({ principal: { user }, params, change }) =>
      change(async (tx) => {
        if (!(await deleteSession(tx, user.id, params.sessionId))) {
          throw new AppError("not_found", "Session not found; it may have ended already.");
        }
        return undefined;
      }),
  } satisfies Partial<Handlers<DashboardOperations>>;
}

async function presentMe(connection: Connection, { id, name, email }: User): Promise<Me> {
  const hasPassword = (await findPasswordHash(connection, id)) !== null;
  return { user: { id, name, email, hasPassword }, organizations: await listMemberships(connection, id) };
}

/** Accepts an invitation with a new account, and signs in. */
async function joinWithAccount(
  deps: AccountRouteDeps,
  tx: Transaction,
  body: Body<DashboardOperations["createAccount"]>,
  passwordHash: string,
  client: Client & { cookies: string | undefined },
): Promise<{ user: User; cookies: string[] }> {
  const { user, organizationId, role } = await createAccount(deps, tx, body, passwordHash);
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
  return { user, cookies: await startKnownSession(deps, tx, user, client) };
}

async function createAccount(
  { clock }: AccountRouteDeps,
  tx: Connection,
  { token, name, email }: Body<DashboardOperations["createAccount"]>,
  passwordHash: string,
): Promise<{ user: User; organizationId: string; role: Role }> {
  const user = { id: newId("usr", clock), email: normalEmail(email), name: name.trim() };
  const { organizationId, role } = await acceptInvitation({ clock }, tx, token, user.email);
  if (!(await insertUser(tx, user, { id: newId("crd", clock), passwordHash }, clock.now()))) {
    throw new AppError("conflict", "This email already has an account; sign in and open the link again.");
  }
  await insertMember(tx, { organizationId, userId: user.id, role }, clock.now());
  return { user, organizationId, role };
}
