import { parseRepositoryUrl } from "../git/remote.ts";
import type { CodeHostKind } from "./code-host.ts";
import { CodeHostError } from "./code-host-error.ts";

export type RemoteKind = Exclude<CodeHostKind, "built-in">;

export interface RepositoryPlace {
  host: string;
  /** Of the API, without a slash at the end. */
  apiUrl: string;
  /** On the host: `owner/name`, on GitLab with any number of groups. */
  path: string;
}

const apiPaths: Readonly<Record<RemoteKind, string>> = { github: "/api/v3", gitlab: "/api/v4", gitea: "/api/v1" };

/** Where the API of a repository's host is, and what the host calls the repository. */
export function placeOf(repositoryUrl: string, kind: RemoteKind): RepositoryPlace {
  const { host, origin, pathname } = parseRepositoryUrl(repositoryUrl);
  const segments = pathname
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .filter((segment) => segment !== "")
    .map(decodeURIComponent);
  if (segments.length < 2) {
    throw new CodeHostError("not-found", `The address of the repository on ${host} names no owner and no repository.`);
  }
  if (host === "github.com") {
    return { host, apiUrl: "https://api.github.com", path: segments.slice(0, 2).join("/") };
  }
  // Groups of GitLab nest. Elsewhere what stands before owner and name is the folder that the host itself is in.
  const own = kind === "gitlab" ? segments : segments.slice(-2);
  const folder = segments.slice(0, segments.length - own.length).map((segment) => `/${encodeURIComponent(segment)}`);
  return { host, apiUrl: `${origin}${folder.join("")}${apiPaths[kind]}`, path: own.join("/") };
}
