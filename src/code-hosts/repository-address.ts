import { parseRepositoryUrl } from "../git/remote.ts";
import type { CodeHostKind } from "./code-host.ts";
import { CodeHostError } from "./code-host-error.ts";

export type RemoteKind = Exclude<CodeHostKind, "built-in">;

interface RepositoryAddress {
  host: string;
  /** Base URL of the API, without a trailing slash. */
  apiUrl: string;
  /** `owner/name`; on GitLab with any number of nested groups. */
  path: string;
}

const apiPaths: Readonly<Record<RemoteKind, string>> = { github: "/api/v3", gitlab: "/api/v4", gitea: "/api/v1" };

/** The API of a repository's host, and the path of the repository in it. */
export function repositoryAddress(repositoryUrl: string, kind: RemoteKind): RepositoryAddress {
  const { host, origin, pathname } = parseRepositoryUrl(repositoryUrl);
  const segments = pathname
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .filter((segment) => segment !== "")
    .map(decodeURIComponent);
  if (segments.length < 2) {
    throw new CodeHostError("not-found", `The repository address on ${host} must include an owner and a name.`);
  }
  if (host === "github.com") {
    return { host, apiUrl: "https://api.github.com", path: segments.slice(0, 2).join("/") };
  }
  // GitLab groups can be nested. On other hosts, the path before owner and name is the path under which the host is
  // served.
  const own = kind === "gitlab" ? segments : segments.slice(-2);
  const folder = segments.slice(0, segments.length - own.length).map((segment) => `/${encodeURIComponent(segment)}`);
  return { host, apiUrl: `${origin}${folder.join("")}${apiPaths[kind]}`, path: own.join("/") };
}
