import { createPrivateKey, sign } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock } from "../platform/clock.ts";
import { CodeHostError } from "./code-host-error.ts";
import { numberOf, textOf } from "./host-fields.ts";
import { callsTo, type RemoteRepository } from "./remote-host.ts";

export interface GithubApp {
  id: string;
  /** PEM. */
  privateKey: string;
}

/** Finds the app's token for one repository. */
type FindInstallationToken = (
  repository: Omit<RemoteRepository, "credentials">,
  signal: AbortSignal,
) => Promise<string>;

const cachedTokensMax = 1_000;
const jwtSeconds = 540;
// Allows for clock differences between the two machines.
const clockDriftSeconds = 60;
const renewBeforeMilliseconds = 5 * 60_000;
const permissions = { contents: "write", pull_requests: "write", statuses: "write", issues: "write" };

/** Creates installation tokens. Each one is valid for one repository and one hour, and is reused until it expires. */
export function createInstallationTokens(app: GithubApp, clock: Clock): FindInstallationToken {
  const tokens = new LRUCache<string, { token: string; until: number }>({ max: cachedTokensMax });
  return async (repository, signal) => {
    const key = `${repository.apiUrl} ${repository.path}`;
    const cached = tokens.get(key);
    if (cached !== undefined && cached.until > clock.now()) {
      return cached.token;
    }
    const call = callsTo({ ...repository, credentials: { authorization: `Bearer ${appJwt(app, clock.now())}` } });
    const [owner = "", name = ""] = repository.path.split("/");
    const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/installation`;
    const installation = numberOf(await call("GET", path, signal), "id");
    const created = await call("POST", `/app/installations/${installation}/access_tokens`, signal, {
      repositories: [name],
      permissions,
    });
    const token = textOf(created, "token");
    const until = Date.parse(textOf(created, "expires_at")) - renewBeforeMilliseconds;
    tokens.set(key, { token, until: Number.isNaN(until) ? 0 : until });
    return token;
  };
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
      "The GitHub App's key is not readable; set LECTERN_GITHUB_APP_KEY to its private key in PEM format.";
    throw new CodeHostError("no-access", message, { cause });
  }
}
