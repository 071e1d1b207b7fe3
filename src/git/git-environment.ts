export type GitConfig = readonly (readonly [name: string, value: string])[];

export interface GitSurroundings {
  /** Without a folder, git doesn't look for a repository, so only commands that need no repository work. */
  gitDir?: string | undefined;
  workTree?: string | undefined;
  /** Settings in addition to those that every command gets. */
  config?: GitConfig | undefined;
  /** Variables in addition to those that every command gets, such as an author or CGI variables. */
  variables?: Readonly<Record<string, string>> | undefined;
  /** The folders in which to look for git, instead of the usual ones. */
  searchPath?: string | undefined;
}

const usualSearchPath = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/run/current-system/sw/bin";
const lowSpeedBytesPerSecond = 1_000;
// A host may need this long to pack a large repository. It sends almost nothing in the meantime.
const lowSpeedSeconds = 120;
const allocationMax = "256m";
const streamedBlobMin = "32m";

/**
 * The complete environment of a git process. Nothing is inherited: git doesn't see variables or configuration of the
 * machine or the user, and nothing in a repository can make it run a program.
 */
export function gitEnvironment({
  gitDir,
  workTree,
  config = [],
  variables = {},
  searchPath = usualSearchPath,
}: GitSurroundings): Record<string, string> {
  return {
    ...variables,
    PATH: searchPath,
    HOME: "/nonexistent",
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "/bin/false",
    GIT_ALLOW_PROTOCOL: "http:https",
    GIT_LFS_SKIP_SMUDGE: "1",
    GIT_OPTIONAL_LOCKS: "0",
    // A small pack can contain a delta that expands to gigabytes. With this limit, git fails instead of allocating so
    // much memory.
    GIT_ALLOC_LIMIT: allocationMax,
    ...(gitDir === undefined ? {} : { GIT_DIR: gitDir }),
    ...(workTree === undefined ? {} : { GIT_WORK_TREE: workTree }),
    ...configVariables([...config, ...everyCommand]),
  };
}

// Settings in the environment override those in files, and later settings override earlier ones.
const everyCommand: GitConfig = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  // This must be the same for every command. Otherwise git sees links as changed files.
  ["core.symlinks", "false"],
  ["core.protectHFS", "true"],
  ["core.protectNTFS", "true"],
  ["core.useReplaceRefs", "false"],
  // Larger blobs are streamed to disk instead of being held in memory.
  ["core.bigFileThreshold", streamedBlobMin],
  ["http.followRedirects", "false"],
  ["http.lowSpeedLimit", String(lowSpeedBytesPerSecond)],
  ["http.lowSpeedTime", String(lowSpeedSeconds)],
  ["credential.helper", ""],
  ["transfer.credentialsInUrl", "die"],
  ["transfer.fsckObjects", "true"],
  ...harmlessFindings("fetch"),
  ...harmlessFindings("receive"),
  ["submodule.recurse", "false"],
  ["fetch.recurseSubmodules", "no"],
  ["safe.bareRepository", "explicit"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["commit.gpgSign", "false"],
];

// Old versions of git and other tools created objects with these flaws. Legitimate repositories contain them, and they
// are harmless.
function harmlessFindings(command: "fetch" | "receive"): GitConfig {
  return ["badTimezone", "missingSpaceBeforeDate", "zeroPaddedFilemode"].map((finding) => [
    `${command}.fsck.${finding}`,
    "ignore",
  ]);
}

function configVariables(config: GitConfig): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(config.length) };
  for (const [index, [name, value]] of config.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = name;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}
