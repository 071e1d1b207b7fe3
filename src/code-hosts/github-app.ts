import { createPrivateKey, sign } from "node:crypto";
import { LRUCache } from "lru-cache";
import { ownCommand } from "../platform/own-command.ts";
import type { Services } from "../platform/services.ts";
import { CodeHostError } from "./code-host-error.ts";
import { field, numberOf, textOf } from "./host-fields.ts";
import { isConnected } from "./installations/connect-installation.ts";
import type { Offer } from "./installations/store.ts";
import { type Call, callsTo, type RemoteRepository } from "./remote-host.ts";

export interface GithubApp {
  id: string;
  /** The private key in PEM format. */
  privateKey: string;
  /**
   * The OAuth client with which people prove which installations they manage. Without it, only the operator can connect
   * installations.
   */
  client?: { id: string; secret: string } | undefined;
}

/** A repository that an organization wants the app to act in. */
interface AppRepository extends Omit<RemoteRepository, "credentials"> {
  organizationId: string;
  /** The origin of the repository's host. */
  host: string;
}

/** Finds the app's token for one repository. */
type FindInstallationToken = (repository: AppRepository, signal: AbortSignal) => Promise<string>;

interface CachedToken extends Offer {
  token: string;
  until: number;
}

const cachedTokensMax = 1_000;
const jwtSeconds = 540;
// Allows for a difference between the clocks of the two machines.
const clockDriftSeconds = 60;
const renewBeforeMilliseconds = 5 * 60_000;
const permissions = { contents: "write", pull_requests: "write", statuses: "write", issues: "write" };

/**
 * Creates installation tokens, but only for the organization to which the installation is connected. Each token is
 * valid for one repository and one hour, and is reused until it expires or the installation is disconnected.
 */
export function createInstallationTokens(
  app: GithubApp,
  deps: Pick<Services, "clock" | "database">,
): FindInstallationToken {
  const tokens = new LRUCache<string, CachedToken>({ max: cachedTokensMax });
  return async (repository, signal) => {
    const { organizationId, host, path } = repository;
    const key = `${organizationId} ${host} ${path}`;
    const cached = tokens.get(key);
    if (cached !== undefined && cached.until > deps.clock.now() && (await isConnected(deps, organizationId, cached))) {
      return cached.token;
    }
    tokens.delete(key);
    const call = callAsApp(app, repository);
    const installation = await findInstallationOf(call, repository, signal);
    if (installation === undefined || !(await isConnected(deps, organizationId, installation))) {
      // The error is the same whether or not the app is installed there, so it reveals nothing about private
      // repositories.
      throw new CodeHostError(
        "no-access",
        `No installation of the GitHub App that is connected to this organization covers ${path}. An admin can connect one in the dashboard under Organization > GitHub, or the operator with: ${ownCommand("installation assign")}.`,
      );
    }
    const [, name = ""] = path.split("/");
    const created = await call("POST", `/app/installations/${installation.id}/access_tokens`, signal, {
      repositories: [name],
      permissions,
    });
    const token = textOf(created, "token");
    const until = Date.parse(textOf(created, "expires_at")) - renewBeforeMilliseconds;
    tokens.set(key, { ...installation, token, until: Number.isNaN(until) ? 0 : until });
    return token;
  };
}

/**
 * Calls the host's API as the app itself, which may act in every installation. Must only be used for hosts that the
 * operator configured.
 */
export function callAsApp(app: GithubApp, connection: Omit<RemoteRepository, "credentials" | "path">): Call {
  const authorization = `Bearer ${appJwt(app, connection.clock.now())}`;
  return callsTo({ ...connection, path: "", credentials: { authorization } });
}

async function findInstallationOf(
  call: Call,
  { host, path }: AppRepository,
  signal: AbortSignal,
): Promise<Offer | undefined> {
  const [owner = "", name = ""] = path.split("/");
  const repository = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  try {
    const found = await call("GET", `${repository}/installation`, signal);
    const account = field(field(found, "account"), "login");
    return { host, id: numberOf(found, "id"), account: typeof account === "string" ? account : owner };
  } catch (error) {
    if (error instanceof CodeHostError && error.kind === "not-found") return undefined;
    throw error;
  }
}

/** A short-lived token that authenticates as the app. */
function appJwt({ id, privateKey }: GithubApp, now: number): string {
  const seconds = Math.floor(now / 1_000);
  const claims = { iat: seconds - clockDriftSeconds, exp: seconds + jwtSeconds, iss: id };
  const text = [{ alg: "RS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  try {
    return `${text}.${sign("RSA-SHA256", Buffer.from(text), createPrivateKey(privateKey)).toString("base64url")}`;
  } catch (cause) {
    const message =
      "The GitHub App's private key is invalid; set LECTERN_GITHUB_APP_KEY to its private key in PEM format.";
    throw new CodeHostError("no-access", message, { cause });
  }
}
