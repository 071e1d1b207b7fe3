import { parseRepositoryUrl } from "../git/remote.ts";
import { CodeHostError } from "./code-host-error.ts";
import { field } from "./host-fields.ts";
import { type HostReply, sendToHost } from "./host-request.ts";
import { type RemoteKind, repositoryAddress } from "./repository-address.ts";

export interface KnownHosts {
  /** The kind of API of each host that the operator configured. */
  codeHosts: Readonly<Record<string, RemoteKind>>;
  allowedHosts: readonly string[];
}

const publicHosts: Readonly<Record<string, RemoteKind>> = {
  "github.com": "github",
  "gitlab.com": "gitlab",
  "gitea.com": "gitea",
  "codeberg.org": "gitea",
};
const probeSecondsMax = 10;

/** Requests that need no token and identify each kind of host. */
const probes: readonly { kind: RemoteKind; path: string; fits(reply: HostReply): boolean }[] = [
  { kind: "gitea", path: "/version", fits: ({ status, json }) => status === 200 && isText(field(json, "version")) },
  // Only members may read the version, but the error for others is specific to GitLab.
  {
    kind: "gitlab",
    path: "/version",
    fits: ({ status, json }) =>
      (status === 200 && isText(field(json, "revision"))) || field(json, "message") === "401 Unauthorized",
  },
  {
    kind: "github",
    path: "/meta",
    fits: ({ status, json }) => status === 200 && field(json, "verifiable_password_authentication") !== undefined,
  },
];

/**
 * Finds the kind of API that a repository's host has: from the configuration, by a well-known name, or by probing the
 * host.
 */
export async function findHostKind(
  { codeHosts, allowedHosts }: KnownHosts,
  repositoryUrl: string,
  signal: AbortSignal,
): Promise<RemoteKind> {
  const { host, hostname } = parseRepositoryUrl(repositoryUrl);
  const known = codeHosts[host] ?? codeHosts[hostname] ?? publicHosts[host];
  if (known !== undefined) {
    return known;
  }
  for (const { kind, path, fits } of probes) {
    const { apiUrl } = repositoryAddress(repositoryUrl, kind);
    const connection = { apiUrl, credentials: {}, allowedHosts, secondsMax: probeSecondsMax };
    if (fits(await sendToHost(connection, { method: "GET", path }, signal))) {
      return kind;
    }
  }
  throw new CodeHostError(
    "not-found",
    `${host} is not a known kind of git host; set LECTERN_CODE_HOSTS=${host}=gitlab (or github, or gitea).`,
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}
