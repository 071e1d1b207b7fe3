export const defaultGitHostLimits = {
  /** The maximum number of fetches and pushes that run at once. */
  requestsMax: 8,
  /** The maximum number of requests that wait for a running one to finish. Each organization has a fifth of them. */
  waitingMax: 500,
  waitSecondsMax: 60,
  /** The total time of one fetch or push. */
  requestSecondsMax: 900,
  /** The size of the list of commits that a client wants and has. */
  fetchRequestBytesMax: 10_000_000,
  fetchReplyBytesMax: 4_000_000_000,
  /** The size of the objects in one push. */
  pushBytesMax: 500_000_000,
  /** The number of branches and tags in one push. */
  pushedRefsMax: 1_000,
  /** The size of a repository including its history, after the push. */
  repositoryBytesMax: 2_000_000_000,
  /** How long the reply to a push waits for the outcome of its updates. */
  outcomeSecondsMax: 10,
  /** The number of pushes that wait for their updates at once. Further pushes are answered immediately. */
  followedPushesMax: 100,
};

export type GitHostLimits = typeof defaultGitHostLimits;
