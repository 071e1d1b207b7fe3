import type { GitConfig } from "../git/git-environment.ts";
import type { GitCommand } from "../git/run-git.ts";
import type { GitHostLimits } from "./limits.ts";

export type GitService = "git-upload-pack" | "git-receive-pack";

export interface BackendRequest {
  gitDir: string;
  service: GitService;
  /** "refs" lists branches and tags; "call" fetches or pushes. */
  step: "refs" | "call";
  contentType?: string | undefined;
  gitProtocol?: string | undefined;
}

/** The command for one request: git's CGI program `git http-backend`, limited to this repository. */
export function backendCommand(request: BackendRequest, limits: GitHostLimits, pushBytesMax: number): GitCommand {
  const { gitDir, service, step, contentType, gitProtocol } = request;
  return {
    args: ["http-backend"],
    variables: {
      GIT_PROJECT_ROOT: gitDir,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_HTTP_MAX_REQUEST_BUFFER: String(limits.fetchRequestBytesMax),
      PATH_INFO: step === "refs" ? "/info/refs" : `/${service}`,
      QUERY_STRING: step === "refs" ? `service=${service}` : "",
      REQUEST_METHOD: step === "refs" ? "GET" : "POST",
      CONTENT_TYPE: contentType ?? "",
      // Without CONTENT_LENGTH, git reads to the end. With it, git would loop forever on an incomplete body.
      ...(/^[\w=:.-]{1,100}$/.test(gitProtocol ?? "") ? { GIT_PROTOCOL: gitProtocol ?? "" } : {}),
    },
    config: [
      ...everyRequest,
      ...(service === "git-receive-pack" ? pushConfig(pushBytesMax) : []),
      // The folder may belong to another user, as with container volumes. Git refers to the folder by two names.
      ["safe.directory", gitDir],
      ["safe.directory", "."],
    ],
    secondsMax: limits.requestSecondsMax,
    stdoutBytesMax: limits.fetchReplyBytesMax,
  };
}

const everyRequest: GitConfig = [
  // This disables git's dumb HTTP protocol.
  ["http.getanyfile", "false"],
  ["uploadpack.allowFilter", "true"],
  ["transfer.hideRefs", "refs/lectern"],
  // A fetch of a large repository must not take over the whole machine.
  ["pack.threads", "1"],
  ["pack.windowMemory", "64m"],
];

function pushConfig(pushBytesMax: number): GitConfig {
  return [
    ["http.receivepack", "true"],
    ["receive.maxInputSize", String(pushBytesMax)],
    // Each push is stored as one pack; packs are joined later.
    ["receive.unpackLimit", "1"],
    // Nothing reads them, but git refuses to push at all with options that the host doesn't take.
    ["receive.advertisePushOptions", "true"],
    ["receive.autogc", "false"],
    // Branches may be rewritten and deleted. Only the branch that HEAD points to can't be deleted.
    ["receive.denyNonFastForwards", "false"],
    ["receive.denyDeletes", "false"],
    ["receive.denyDeleteCurrent", "refuse"],
    // Only branches and tags can be pushed.
    ["receive.hideRefs", "refs"],
    ["receive.hideRefs", "!refs/heads"],
    ["receive.hideRefs", "!refs/tags"],
  ];
}
