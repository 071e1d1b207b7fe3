export interface GitHostLimits {
  /** Fetches and pushes that run at once. */
  requestsMax: number;
  /** How many requests may wait for one of them to finish. */
  waitingMax: number;
  waitSecondsMax: number;
  /** Total time of one fetch or push. */
  requestSecondsMax: number;
  /** The list of commits that a client wants and has. */
  fetchRequestBytesMax: number;
  fetchReplyBytesMax: number;
  /** The objects of one push. */
  pushBytesMax: number;
  /** Branches and tags in one push. */
  pushedRefsMax: number;
  /** A repository including its history, after the push. */
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
