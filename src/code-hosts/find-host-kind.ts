import { parseRepositoryUrl } from "../git/remote.ts";
import { CodeHostError } from "./code-host-error.ts";
import { field } from "./host-fields.ts";
import { type HostReply, sendToHost } from "./host-request.ts";
import { placeOf, type RemoteKind } from "./repository-place.ts";

export interface KnownHosts {
  /** Host → what it speaks, as the operator says. */
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

/** What each kind of host answers to a question that needs no token. */
const probes: readonly { kind: RemoteKind; path: string; fits(reply: HostReply): boolean }[] = [
  { kind: "gitea", path: "/version", fits: ({ status, json }) => status === 200 && isText(field(json, "version")) },
  // It tells its version to members only, but refuses in a form of its own.
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

/** What the host of a repository speaks: its name tells, or the operator, or the host itself when asked. */
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
    const { apiUrl } = placeOf(repositoryUrl, kind);
    const connection = { apiUrl, credentials: {}, allowedHosts, secondsMax: probeSecondsMax };
    if (fits(await sendToHost(connection, { method: "GET", path }, signal))) {
      return kind;
    }
  }
  throw new CodeHostError(
    "not-found",
    `${host} answers as none of the hosts that are known; the operator says what it is with LECTERN_CODE_HOSTS=${host}=gitlab (or github, or gitea).`,
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}
