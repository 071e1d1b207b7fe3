import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Shows what a change leads to before the server has answered, and takes it back if the server refuses. Not for what people
 * rely on as done, such as a key that is revoked or a session that is ended: there only the server's word counts.
 */
export function showAtOnce<Data, Variables>(
  queries: QueryClient,
  { queryKey }: { queryKey: QueryKey },
  change: (before: Data, variables: Variables) => Data,
) {
  return {
    onMutate: async (variables: Variables): Promise<{ before: Data | undefined }> => {
      // What is on its way shows how it was, and would be drawn over it.
      await queries.cancelQueries({ queryKey, exact: true });
      const before = queries.getQueryData<Data>(queryKey);
      if (before !== undefined) {
        queries.setQueryData<Data>(queryKey, change(before, variables));
      }
      return { before };
    },
    onError: (_error: unknown, _variables: Variables, context: { before: Data | undefined } | undefined): void => {
      if (context?.before !== undefined) {
        queries.setQueryData<Data>(queryKey, context.before);
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  };
}
