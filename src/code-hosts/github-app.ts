import { createPrivateKey, sign } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock } from "../platform/clock.ts";
import { CodeHostError } from "./code-host-error.ts";
import { numberOf, textOf } from "./host-fields.ts";
import { callsTo, type RemoteRepository } from "./remote-host.ts";

export interface GithubApp {
  id: string;
  /** In PEM. */
  privateKey: string;
}

/** Finds the token with which the app may use one repository. */
export type FindInstallationToken = (
  repository: Omit<RemoteRepository, "credentials">,
  signal: AbortSignal,
) => Promise<string>;

const tokensRemembered = 1_000;
const jwtSeconds = 540;
// The clocks of two machines differ.
const clockDriftSeconds = 60;
const renewBeforeMilliseconds = 5 * 60_000;
const permissions = { contents: "write", pull_requests: "write", statuses: "write", issues: "write" };

/** Tokens of a GitHub App: each is good for one repository and one hour, and is used again while it lasts. */
export function createInstallationTokens(app: GithubApp, clock: Clock): FindInstallationToken {
  const tokens = new LRUCache<string, { token: string; until: number }>({ max: tokensRemembered });
  return async (repository, signal) => {
    const key = `${repository.apiUrl} ${repository.path}`;
    const kept = tokens.get(key);
    if (kept !== undefined && kept.until > clock.now()) {
      return kept.token;
    }
    const call = callsTo({ ...repository, credentials: { authorization: `Bearer ${appJwt(app, clock.now())}` } });
    const [owner = "", name = ""] = repository.path.split("/");
    const place = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/installation`;
    const installation = numberOf(await call("GET", place, signal), "id");
    const made = await call("POST", `/app/installations/${installation}/access_tokens`, signal, {
      repositories: [name],
      permissions,
    });
    const token = textOf(made, "token");
    const until = Date.parse(textOf(made, "expires_at")) - renewBeforeMilliseconds;
    tokens.set(key, { token, until: Number.isNaN(until) ? 0 : until });
    return token;
  };
}

/** Says that we are the app: signed with its key, and good for a few minutes. */
function appJwt({ id, privateKey }: GithubApp, now: number): string {
  const seconds = Math.floor(now / 1_000);
  const claims = { iat: seconds - clockDriftSeconds, exp: seconds + jwtSeconds, iss: id };
  const text = [{ alg: "RS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  try {
    return `${text}.${sign("RSA-SHA256", Buffer.from(text), createPrivateKey(privateKey)).toString("base64url")}`;
  } catch (cause) {
    const message = "The key of the GitHub App cannot be read; LECTERN_GITHUB_APP_KEY is its private key in PEM.";
    throw new CodeHostError("no-access", message, { cause });
  }
}
