import { MutationCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../src/contract/client.ts";
import { showError } from "./ui/toast.tsx";

const retriesMax = 2;

/** Caches replies briefly, and doesn't retry requests that the server refuses. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < retriesMax && !(error instanceof ApiError && error.status < 500),
    },
  },
  mutationCache: new MutationCache({
    // Forms that show their own errors set `meta.showsError`.
    onError: (error, _variables, _context, mutation) => {
      if (mutation.meta?.showsError !== true) {
        showError(error);
      }
    },
  }),
});
