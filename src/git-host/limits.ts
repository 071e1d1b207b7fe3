/** The bounds of the git host. */
export interface GitHostLimits {
  /** Fetches and pushes that run at the same time. */
  requestsMax: number;
  /** Those that may wait for one to end, and how long. */
  waitingMax: number;
  waitSecondsMax: number;
  /** One fetch or push from beginning to end. */
  requestSecondsMax: number;
  /** What a client may ask for in one fetch: the commits it wants and has. */
  fetchRequestBytesMax: number;
  fetchReplyBytesMax: number;
  /** The objects of one push. */
  pushBytesMax: number;
  /** Branches and tags of one push. */
  pushedRefsMax: number;
  /** A repository with all its history, after the push. */
  repositoryBytesMax: number;
}

export const defaultGitHostLimits: GitHostLimits = {
  requestsMax: 8,
  waitingMax: 100,
  waitSecondsMax: 60,
  requestSecondsMax: 900,
  fetchRequestBytesMax: 10_000_000,
  fetchReplyBytesMax: 4_000_000_000,
  pushBytesMax: 500_000_000,
  pushedRefsMax: 1_000,
  repositoryBytesMax: 2_000_000_000,
};
