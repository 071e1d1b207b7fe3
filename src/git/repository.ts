/** A repository on this machine: a mirror, or a repository of the built-in git host. */
export interface Repository {
  gitDir: string;
}

/** Limits and cancellation for every operation on a repository. */
export interface RepositoryUse {
  limits: RepositoryLimits;
  signal?: AbortSignal | undefined;
}

/** Limits that apply to every repository. */
export const defaultRepositoryLimits = {
  /** How long to wait for the lock while others use the same mirror. */
  lockSecondsMax: 600,
  fetchSecondsMax: 600,
  /** The time limit for any local command. */
  readSecondsMax: 120,
  /** The size of all objects, including history. */
  repositoryBytesMax: 2_000_000_000,
  /** The number of files in one commit, including links and submodules. */
  filesMax: 50_000,
  fileBytesMax: 50_000_000,
  /** The size of all files of one commit. */
  treeBytesMax: 1_000_000_000,
};

export type RepositoryLimits = typeof defaultRepositoryLimits;
