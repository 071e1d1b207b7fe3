export const defaultGitHostLimits = {
  /** How many fetches and pushes run at once. */
  requestsMax: 8,
  /** How many requests may wait for a running one to finish. */
  waitingMax: 100,
  waitSecondsMax: 60,
  /** Total time of one fetch or push. */
  requestSecondsMax: 900,
  /** The list of commits that a client wants and has. */
  fetchRequestBytesMax: 10_000_000,
  fetchReplyBytesMax: 4_000_000_000,
  /** The objects of one push. */
  pushBytesMax: 500_000_000,
  /** Branches and tags in one push. */
  pushedRefsMax: 1_000,
  /** A repository including its history, after the push. */
  repositoryBytesMax: 2_000_000_000,
  /** How long the reply to a push waits for the outcome of its updates. */
  outcomeSecondsMax: 10,
  /** How many pushes wait for their updates at once; further ones are answered immediately. */
  followedPushesMax: 100,
};

export type GitHostLimits = typeof defaultGitHostLimits;
