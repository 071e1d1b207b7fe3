import { createAdapterFactory } from "better-auth/adapters";
import { betterAuth } from "better-auth/minimal";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import type { Clock } from "../platform/clock.ts";
import type { OidcSettings } from "../platform/config.ts";
import type { Database } from "../platform/db/database.ts";
import { type IdPrefix, newId } from "../platform/id.ts";
import type { Log } from "../platform/log.ts";
import type { Secrets } from "../platform/secrets.ts";
import { deleteRecords, findRecords, insertRecord, updateRecords } from "./auth-store.ts";
import { openProvider, type ProviderDeps } from "./provider/openid-provider.ts";
import { recordSignIn } from "./record-sign-in.ts";
import { cookiePrefix, sessionSeconds } from "./session-cookie.ts";

export interface AuthDeps {
  database: Database;
  clock: Clock;
  log: Log;
  secrets: Secrets;
  /** The public address of this server. */
  url: string;
  oidc: OidcSettings | undefined;
}

export const authPath = "/dashboard/auth";
/** What `redirect_uri` ends with, and what the callback is registered under. */
export const providerId = "oidc";
/** Tells better-auth where a request came from; we set it ourselves on every call. */
export const addressHeader = "x-lectern-address";

const prefixes: Readonly<Record<string, IdPrefix>> = { user: "usr", session: "ses", account: "crd" };
const findMax = 100;

/**
 * better-auth, as far as we use it: it checks passwords, begins sessions and speaks with the OpenID Connect provider. What
 * people may do, and everything they see, is our own.
 */
export function createAuth({ database, clock, log, secrets, url, oidc }: AuthDeps) {
  const isSecure = url.startsWith("https:");
  return betterAuth({
    baseURL: url,
    basePath: authPath,
    secret: secrets.signingKeys("better-auth")[0]?.toString("base64url") ?? "",
    database: storeIn(database, clock),
    emailAndPassword: { enabled: true, disableSignUp: true },
    session: { expiresIn: sessionSeconds, disableSessionRefresh: true },
    account: {
      storeStateStrategy: "cookie",
      // Whoever made an account with a password was invited by an address that nobody has verified: the provider's account of
      // that address may be somebody else's, so the two are never joined by themselves.
      accountLinking: { enabled: false },
    },
    plugins: oidc === undefined ? [] : [genericOAuth({ config: [provider({ oidc, clock, log })] })],
    // Attempts are counted by our own limits, which hold on all nodes.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: { errorURL: `${url}/dashboard/sign-in` },
    advanced: {
      database: { generateId: ({ model }) => newId(prefixes[model] ?? "crd", clock) },
      cookiePrefix: cookiePrefix(isSecure),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const now = clock.now();
            const expiresAt = new Date(now + sessionSeconds * 1_000);
            return { data: { ...session, createdAt: new Date(now), updatedAt: new Date(now), expiresAt } };
          },
        },
      },
    },
    logger: {
      // The message alone: what comes with it may hold codes and tokens of the provider.
      log: (level, message) => log[level]({ from: "better-auth" }, message),
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

function provider(deps: ProviderDeps) {
  const { issuer, clientId, clientSecret } = deps.oidc;
  return {
    ...openProvider(deps),
    providerId,
    discoveryUrl: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    scopes: ["openid", "email", "profile"],
    pkce: true,
  };
}

function storeIn(database: Database, clock: Clock) {
  const { query } = database;
  return createAdapterFactory({
    config: { adapterId: "lectern", adapterName: "Lectern" },
    adapter: () => ({
      async create({ model, data }) {
        await database.transaction(async (tx) => {
          await insertRecord(tx, model, data);
          if (model === "session") {
            await recordSignIn({ clock }, tx, { userId: String(data.userId), address: String(data.ipAddress ?? "") });
          }
        });
        return data;
      },
      async update({ model, where, update }) {
        await updateRecords(query, model, where, update as Record<string, unknown>);
        const [record] = await findRecords(query, model, where, 1);
        return (record ?? null) as never;
      },
      updateMany: ({ model, where, update }) => updateRecords(query, model, where, update),
      async findOne({ model, where }) {
        const [record] = await findRecords(query, model, where, 1);
        return (record ?? null) as never;
      },
      findMany: async ({ model, where = [], limit }) =>
        (await findRecords(query, model, where, Math.min(limit, findMax))) as never,
      async delete({ model, where }) {
        await deleteRecords(query, model, where);
      },
      deleteMany: ({ model, where }) => deleteRecords(query, model, where),
      count: async ({ model, where = [] }) => (await findRecords(query, model, where, findMax)).length,
    }),
  });
}
