import type { DashboardOperations } from "../contract/dashboard-operations.ts";
import type { Limit } from "../contract/operation.ts";
import type { Handlers, Principal } from "../http/call.ts";
import type { AuditedAction } from "../http/gates/audit/middleware.ts";
import { countRequest } from "../http/gates/rate-limits/count-request.ts";
import { type Clock, isoTime } from "../platform/clock.ts";
import type { OidcSettings } from "../platform/config.ts";
import type { Database, Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import { waitText } from "../platform/span-text.ts";
import type { Accounts, Client } from "./accounts.ts";
import { acceptInvitation, getInvitation, normalEmail } from "./invite.ts";
import { insertMember } from "./member-store.ts";
import { presentMe } from "./present-me.ts";
import { recordFailedSignIn } from "./record-sign-in.ts";
import { expiredSessionCookie } from "./session-cookie.ts";
import { deleteOtherSessions, deleteSession, hashToken, listSessions } from "./session-store.ts";
import { findUserByEmail, renameUser } from "./user-store.ts";

export interface AccountRouteDeps {
  database: Database;
  clock: Clock;
  log: Log;
  accounts: Accounts;
  oidc: OidcSettings | undefined;
  /** The public address of this server. */
  url: string;
  record(tx: Transaction, action: AuditedAction): Promise<void>;
}

type AccountOperations = Pick<
  DashboardOperations,
  | "getSignInOptions"
  | "signIn"
  | "signInWithProvider"
  | "readInvitation"
  | "createAccount"
  | "acceptInvitation"
  | "signOut"
  | "getMe"
  | "changeProfile"
  | "changePassword"
  | "listSessions"
  | "endSession"
>;

/** From many addresses at once one account is still tried only this often. */
const signInsPerAccount: Limit = { name: "sign-in-account", by: "address", max: 50, windowSeconds: 900 };

export function accountRoutes(deps: AccountRouteDeps): Handlers<AccountOperations> {
  const { database, clock, accounts } = deps;
  const { query } = database;
  const isSecure = deps.url.startsWith("https:");
  return {
    getSignInOptions: async () => ({ provider: deps.oidc?.name ?? null }),

    async signIn({ body, setCookies, ...client }) {
      const email = normalEmail(body.email);
      await limitAccount(deps, email);
      setCookies(await signIn(deps, body, client));
      return presentMe(query, await getUser(deps, email));
    },

    async signInWithProvider({ body, setCookies, ...client }) {
      const { url, cookies } = await accounts.signInWithProvider(body.returnTo ?? "/dashboard", client);
      setCookies(cookies);
      return { url };
    },

    async readInvitation({ body }) {
      const { organization, role, email } = await getInvitation(deps, query, body.token);
      const hasAccount = email !== null && (await findUserByEmail(query, email)) !== undefined;
      return { organization, role, email, hasAccount };
    },

    async createAccount({ body, setCookies, ...client }) {
      await getInvitation(deps, query, body.token);
      const passwordHash = await accounts.hashPassword(body.password);
      const member = await database.transaction(async (tx) => {
        const created = await accounts.create(tx, body, passwordHash);
        const { organizationId, role, ...user } = created;
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
        return created;
      });
      setCookies(await accounts.signIn(body, client));
      return presentMe(query, member);
    },

    acceptInvitation: ({ principal: { user }, body, change, note }) =>
      change(async (tx) => {
        const { organizationId, role } = await acceptInvitation(deps, tx, body.token, user.email);
        if (!(await insertMember(tx, { organizationId, userId: user.id, role }, clock.now()))) {
          throw new AppError("conflict", "You are a member of this organization already.");
        }
        note({ organizationId, role });
        return presentMe(tx, user);
      }),

    async signOut({ principal: { user }, change, setCookies }) {
      await change(async (tx) => void (await deleteSession(tx, user.id, user.sessionId)));
      setCookies([expiredSessionCookie(isSecure)]);
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
      await accounts.checkPassword(query, user.id, body.currentPassword);
      const passwordHash = await accounts.hashPassword(body.newPassword);
      return change(async (tx) => {
        await accounts.changePassword(tx, user.id, passwordHash);
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
          throw new AppError("not_found", "There is no such session of yours; it may have ended already.");
        }
        return undefined;
      }),
  };
}

async function signIn(
  deps: AccountRouteDeps,
  credentials: { email: string; password: string },
  client: Client,
): Promise<string[]> {
  try {
    return await deps.accounts.signIn(credentials, client);
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") {
      // Not waited for: how long an answer takes must not tell whether there is such an account.
      recordFailedSignIn(deps, normalEmail(credentials.email), client.address).catch((cause) =>
        deps.log.warn({ error: cause }, "a failed sign-in was not written down"),
      );
    }
    throw error;
  }
}

async function limitAccount({ database, clock }: AccountRouteDeps, email: string): Promise<void> {
  const [counted] = await countRequest({ database, clock }, [{ limit: signInsPerAccount, subject: hashToken(email) }]);
  if (counted?.exceeded) {
    const { resetSeconds: retryAfterSeconds } = counted;
    throw new AppError("limited", `Too many attempts; try again in ${waitText(retryAfterSeconds)}.`, {
      retryAfterSeconds,
    });
  }
}

async function getUser({ database }: AccountRouteDeps, email: string) {
  const user = await findUserByEmail(database.query, email);
  if (user === undefined) {
    throw new AppError("unauthenticated", "The email or the password is wrong.");
  }
  return user;
}
