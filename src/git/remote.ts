import { isIP } from "node:net";
import { OutgoingError } from "../platform/outgoing/outgoing-error.ts";
import { type LookUp, vetHost } from "../platform/outgoing/vet-host.ts";
import type { GitConfig } from "./git-environment.ts";
import { abortError, GitError } from "./git-error.ts";

export interface RemoteAccess {
  url: string;
  /** Sent as the Basic password, and only to the origin of the URL. */
  token?: string | undefined;
  /** Host names, addresses and CIDR ranges that are allowed even though they are not public. */
  allowedHosts?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
  /** Replaces the system resolver. */
  lookUp?: LookUp | undefined;
}

/** A vetted repository, with everything that git needs to reach it. */
export interface Remote {
  url: string;
  config: GitConfig;
  secrets: string[];
}

const urlLengthMax = 2_000;
const tokenLengthMax = 4_000;
// GitHub requires this user name with tokens; GitLab, Gitea and Forgejo accept any user name.
const userName = "x-access-token";

/** Checks that a repository URL may be used. Only the name server is contacted. */
export async function vetRemote({ url, token, allowedHosts = [], signal, lookUp }: RemoteAccess): Promise<Remote> {
  const parsed = parseRepositoryUrl(url);
  const host = parsed.hostname.replace(/^\[|\]$/g, "");
  const { addresses, isListed } = await vetHost(host, allowedHosts, { lookUp, signal }).catch((error: unknown) => {
    if (signal?.aborted) throw abortError(signal.reason);
    throw error instanceof OutgoingError ? new GitError(error.kind, error.message, { cause: error }) : error;
  });
  if (token !== undefined && parsed.protocol === "http:" && !isListed) {
    throw new GitError("refused", "Tokens are only sent over HTTPS; change the repository URL to https://.");
  }
  const port = parsed.port || (parsed.protocol === "https:" ? "443" : "80");
  // The name could resolve to another address by the time git connects, so it is pinned. An IP address needs no pin.
  const pin =
    isIP(host) === 0 ? [["http.curloptResolve", `${host}:${port}:${pinnedAddresses(addresses)}`] as const] : [];
  const authorization = token === undefined ? undefined : basicCredentials(token);
  return {
    url: parsed.href,
    config:
      authorization === undefined
        ? pin
        : [...pin, [`http.${parsed.origin}/.extraHeader`, `Authorization: Basic ${authorization}`]],
    secrets: token === undefined || authorization === undefined ? [] : [token, authorization, `${userName}:${token}`],
  };
}

/** Parses and normalizes a repository URL. */
export function parseRepositoryUrl(text: string): URL {
  const url = text.length <= urlLengthMax && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw refused("must start with https:// or http://");
  }
  if (url.username !== "" || url.password !== "") {
    throw refused("must not contain a user name or password; provide the token separately");
  }
  if (url.search !== "" || url.hash !== "" || /%[01][0-9a-f]|%7f/i.test(url.pathname)) {
    throw refused("must end with the repository path, without ?, # or control characters");
  }
  if (!/^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(\.[a-z0-9_-]+)*)$/.test(url.hostname)) {
    throw refused("must have a plain host name without a trailing dot");
  }
  return url;
}

function pinnedAddresses(addresses: readonly string[]): string {
  return addresses.map((address) => (isIP(address) === 6 ? `[${address}]` : address)).join(",");
}

function basicCredentials(token: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would start another header.
  if (token === "" || token.length > tokenLengthMax || /[\u0000-\u0020\u007f]/.test(token)) {
    throw new GitError("refused", "The repository token is empty, too long, or contains spaces or line breaks.");
  }
  return Buffer.from(`${userName}:${token}`).toString("base64");
}

function refused(problem: string): GitError {
  return new GitError("refused", `The repository URL ${problem}.`);
}
