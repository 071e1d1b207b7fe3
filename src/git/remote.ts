import { isIP } from "node:net";
import type { GitConfig } from "./git-environment.ts";
import { GitError } from "./git-error.ts";
import { type LookUp, vetHost } from "./vet-address.ts";

export interface RemoteAccess {
  url: string;
  /** Sent as the password of Basic authentication to the origin of the URL, and to nobody else. */
  token?: string | undefined;
  /** Host names, addresses and CIDR ranges that may be used although they are not on the public internet. */
  allowedHosts?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
  /** In place of the system's resolver. */
  lookUp?: LookUp | undefined;
}

/** A repository that was vetted: what git needs to reach it, and only it. */
export interface Remote {
  url: string;
  config: GitConfig;
  secrets: string[];
}

const urlLengthMax = 2_000;
const tokenLengthMax = 4_000;
// GitHub demands this name beside its tokens; GitLab, Gitea and Forgejo take any.
const userName = "x-access-token";

/** Vets the address of a repository. Nothing is contacted but the name server. */
export async function vetRemote({ url, token, allowedHosts = [], signal, lookUp }: RemoteAccess): Promise<Remote> {
  const parsed = parseRepositoryUrl(url);
  const host = parsed.hostname.replace(/^\[|\]$/g, "");
  const { addresses, isListed } = await vetHost(host, allowedHosts, { lookUp, signal });
  if (token !== undefined && parsed.protocol === "http:" && !isListed) {
    throw new GitError("refused", "A token is only sent over https; change the address of the repository to https://.");
  }
  const port = parsed.port || (parsed.protocol === "https:" ? "443" : "80");
  // Between now and the connection the name could be pointed elsewhere; an address stands for itself.
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

/** The address of a repository in its one spelling. */
export function parseRepositoryUrl(text: string): URL {
  const url = text.length <= urlLengthMax && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw refused("must be a URL that begins with https:// or http://");
  }
  if (url.username !== "" || url.password !== "") {
    throw refused("must hold no user name and no password; give the token apart");
  }
  if (url.search !== "" || url.hash !== "" || /%[01][0-9a-f]|%7f/i.test(url.pathname)) {
    throw refused("must end with the path of the repository, without ?, # and control characters");
  }
  if (!/^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(\.[a-z0-9_-]+)*)$/.test(url.hostname)) {
    throw refused("must name its host in plain letters, without a dot at the end");
  }
  return url;
}

function pinnedAddresses(addresses: readonly string[]): string {
  return addresses.map((address) => (isIP(address) === 6 ? `[${address}]` : address)).join(",");
}

function basicCredentials(token: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would begin another header.
  if (token === "" || token.length > tokenLengthMax || /[\u0000-\u0020\u007f]/.test(token)) {
    throw new GitError("refused", "The token of the repository is empty, too long, or holds spaces or line breaks.");
  }
  return Buffer.from(`${userName}:${token}`).toString("base64");
}

function refused(problem: string): GitError {
  return new GitError("refused", `The address of a repository ${problem}.`);
}
