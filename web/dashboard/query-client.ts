import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../src/contract/client.ts";
import { createStore } from "./ui/store.ts";
import { showError } from "./ui/toast.tsx";

interface FailingQuery {
  /** Whether something on the page uses the query. */
  isActive(): boolean;
}

const retriesMax = 2;
const retryMilliseconds = 3_000;

/** Queries that failed although the server didn't refuse them. They are repeated until they succeed. */
const failing = new Set<FailingQuery>();
let nextRetry: ReturnType<typeof setTimeout> | undefined;
const isAway = createStore(false);

/** Whether something on the page couldn't be read, because the server is unreachable or broken. */
export const useIsServerAway = isAway.use;

/** Caches replies briefly, and doesn't retry requests that the server refuses. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < retriesMax && !(error instanceof ApiError && error.status < 500),
    },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isRefusal(error)) {
        succeeded(query);
        return;
      }
      failing.add(query);
      // A page must not replace what it shows with an error just because the server restarts.
      if (query.state.data !== undefined) query.setState({ status: "success", error: null, isInvalidated: true });
      if (nextRetry === undefined) nextRetry = setTimeout(retryFailing, retryMilliseconds);
      showAway();
    },
    onSuccess: (_data, query) => succeeded(query),
  }),
  mutationCache: new MutationCache({
    // Forms that show their own errors set `meta.showsError`.
    onError: (error, _variables, _context, mutation) => {
      if (mutation.meta?.showsError !== true) {
        showError(error);
      }
    },
  }),
});

/** A busy server may have capacity later, so 429 isn't a refusal. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

function succeeded(query: FailingQuery): void {
  if (failing.delete(query)) showAway();
}

function retryFailing(): void {
  nextRetry = undefined;
  for (const query of failing) {
    if (!query.isActive()) failing.delete(query);
  }
  showAway();
  void queryClient.refetchQueries({ predicate: (query) => failing.has(query) });
}

function showAway(): void {
  const isNow = [...failing].some((query) => query.isActive());
  if (isNow !== isAway.get()) isAway.set(isNow);
}
