import { MutationCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../../src/contract/client.ts";
import { tellError } from "../ui/toast.tsx";

const retriesMax = 2;

/** What is read is kept for a moment; what the server refuses is not asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < retriesMax && !(error instanceof ApiError && error.status < 500),
    },
  },
  mutationCache: new MutationCache({
    // A form shows its own error beside its fields and says so with `meta`.
    onError: (error, _variables, _context, mutation) => {
      if (mutation.meta?.showsError !== true) {
        tellError(error);
      }
    },
  }),
});
