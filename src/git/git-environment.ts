export type GitConfig = readonly (readonly [name: string, value: string])[];

export interface GitSurroundings {
  /** Without it git looks for no repository at all, and only commands that need none can run. */
  gitDir?: string | undefined;
  workTree?: string | undefined;
  /** Added to the settings that every command gets. */
  config?: GitConfig | undefined;
  /** Added to the variables that every command gets: an author, an index file, the variables of CGI. */
  variables?: Readonly<Record<string, string>> | undefined;
  /** Where git itself is looked for, in place of the usual folders. */
  searchPath?: string | undefined;
}

const usualSearchPath = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/run/current-system/sw/bin";
const lowSpeedBytesPerSecond = 1_000;
// A host may need this long to gather a large repository, and says next to nothing meanwhile.
const lowSpeedSeconds = 120;
const allocationMax = "256m";
const streamedBlobMin = "32m";

/**
 * The whole environment of a git process. Nothing is inherited: neither variables nor settings of the machine or of a
 * user reach git, and what a repository brings along cannot make it run a program.
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
    // A small pack can hold a delta that unfolds to gigabytes: git gives up instead of asking for that much at once.
    GIT_ALLOC_LIMIT: allocationMax,
    ...(gitDir === undefined ? {} : { GIT_DIR: gitDir }),
    ...(workTree === undefined ? {} : { GIT_WORK_TREE: workTree }),
    ...configVariables([...config, ...everyCommand]),
  };
}

// Settings in the environment win over those in a file, and the last one wins over those before it.
const everyCommand: GitConfig = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  // On every command: with it on one and not on the next, git takes a link for a changed file.
  ["core.symlinks", "false"],
  ["core.protectHFS", "true"],
  ["core.protectNTFS", "true"],
  ["core.useReplaceRefs", "false"],
  // Larger blobs are streamed to disk, not held in memory.
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

// Old versions of git and other tools made such objects; honest repositories hold them, and they can do no harm.
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
