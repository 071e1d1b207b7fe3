import { parseRepositoryUrl } from "../git/remote.ts";
import type { KnownHosts } from "./find-host-kind.ts";
import { repositoryAddress } from "./repository-address.ts";

const githubOrigin = "https://github.com";

/** The origins on which the app can be registered: the hosts that the operator configured, then github.com. */
export function appOrigins(codeHosts: KnownHosts["codeHosts"]): string[] {
  const named = Object.keys(codeHosts).filter((host) => codeHosts[host] === "github" && host !== "github.com");
  return [...named.map((host) => `https://${host}`), githubOrigin];
}

export function apiOf(origin: string): string {
  return origin === githubOrigin ? "https://api.github.com" : `${origin}/api/v3`;
}

/**
 * The address at which the app may be used for a repository. Undefined for a host that only claims to be GitHub when
 * probed: with the app's signature, such a host could access every installation.
 */
export function findAppRepository(codeHosts: KnownHosts["codeHosts"], repositoryUrl: string) {
  const { host, origin } = parseRepositoryUrl(repositoryUrl);
  if (origin !== githubOrigin && (host === "github.com" || codeHosts[host] !== "github")) {
    return undefined;
  }
  const { apiUrl, path } = repositoryAddress(repositoryUrl, "github");
  // If the path before the repository is longer, it could lead to someone else's API on the same host.
  return apiUrl === apiOf(origin) ? { host: origin, apiUrl, path } : undefined;
}
