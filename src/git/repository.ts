/** A repository on this machine: a mirror, or one of the built-in git host. */
export interface Repository {
  gitDir: string;
}

/** Limits and cancellation for every operation on a repository. */
export interface RepositoryUse {
  limits: RepositoryLimits;
  signal?: AbortSignal | undefined;
}

/** Limits that apply to every repository. */
export interface RepositoryLimits {
  /** Waiting for other users of the same mirror. */
  lockSecondsMax: number;
  fetchSecondsMax: number;
  /** Any local command. */
  readSecondsMax: number;
  /** All objects, including history. */
  repositoryBytesMax: number;
  /** In one commit, links and submodules included. */
  filesMax: number;
  fileBytesMax: number;
  /** All files of one commit. */
  treeBytesMax: number;
}

export const defaultRepositoryLimits: RepositoryLimits = {
  lockSecondsMax: 600,
  fetchSecondsMax: 600,
  readSecondsMax: 120,
  repositoryBytesMax: 2_000_000_000,
  filesMax: 50_000,
  fileBytesMax: 50_000_000,
  treeBytesMax: 1_000_000_000,
};
