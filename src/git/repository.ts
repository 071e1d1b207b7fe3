/** A repository on this machine: a mirror, or one of our own host. */
export interface Repository {
  gitDir: string;
}

/** What every use of a repository is bound by. */
export interface RepositoryUse {
  limits: RepositoryLimits;
  signal?: AbortSignal | undefined;
}

/** The bounds of a repository. All of them hold for every repository; an operator may set others. */
export interface RepositoryLimits {
  /** Waiting for whoever else uses the same mirror. */
  lockSecondsMax: number;
  fetchSecondsMax: number;
  /** Any command that stays on this machine. */
  readSecondsMax: number;
  /** All objects, with their whole history. */
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
