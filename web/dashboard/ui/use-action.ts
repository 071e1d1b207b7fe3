import {
  type InvalidateQueryFilters,
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { showMessage } from "./toast.tsx";

export interface ActionOptions<Answer, Input, Before = unknown> {
  /** The query whose cached value the reply replaces. */
  cachesAs?: { queryKey: QueryKey };
  /** Queries that the action makes stale. They are refetched before `onDone` runs. */
  rereads?: readonly InvalidateQueryFilters[] | undefined;
  /** Queries that the action makes stale, and that nobody has to wait for. They are refetched after `onDone`. */
  refreshes?: readonly InvalidateQueryFilters[] | undefined;
  /** The message after a success. */
  message?: string | ((answer: Answer, input: Input) => string) | undefined;
  onDone?: (answer: Answer, input: Input) => unknown;
  /** Whether the component shows the error itself. Otherwise a toast does. */
  showsError?: boolean;
  /** From `optimisticUpdate`: shows the result before the server replies. */
  shownAtOnce?: (queries: QueryClient) => {
    onMutate: (input: Input) => Promise<Before>;
    onError: (error: Error, input: Input, before: Before | undefined) => void;
    onSettled: () => Promise<void>;
  };
}

/** A change that a person makes, with the refetches and messages that follow it. */
export function useAction<Answer, Input = void, Before = unknown>(
  run: (input: Input) => Promise<Answer>,
  options: ActionOptions<Answer, Input, Before> = {},
): UseMutationResult<Answer, Error, Input, Before> {
  const { cachesAs, rereads = [], refreshes = [], message, onDone, showsError = false } = options;
  const queries = useQueryClient();
  const shownAtOnce = options.shownAtOnce?.(queries);
  const refetch = (stale: readonly InvalidateQueryFilters[]) =>
    Promise.all(stale.map((query) => queries.invalidateQueries(query)));
  return useMutation({
    mutationFn: run,
    // The query client reads this, and shows the errors of all other mutations.
    meta: { showsError },
    ...shownAtOnce,
    onSuccess: async (answer, input) => {
      if (cachesAs !== undefined) queries.setQueryData(cachesAs.queryKey, answer);
      await refetch(rereads);
      if (message !== undefined) showMessage(typeof message === "string" ? message : message(answer, input));
      await onDone?.(answer, input);
      void refetch(refreshes);
    },
    onError: (error, input, before) => {
      shownAtOnce?.onError(error, input, before);
      void refetch([...rereads, ...refreshes]);
    },
  });
}
