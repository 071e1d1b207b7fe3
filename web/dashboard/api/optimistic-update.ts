import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Shows the result of a change optimistically, and reverts it if the server refuses. Don't use this where people rely
 * on the change having happened, such as revoking a key or ending a session.
 */
export function optimisticUpdate<Data, Variables>(
  { queryKey }: { queryKey: QueryKey },
  change: (before: Data, variables: Variables) => Data,
) {
  return (queries: QueryClient) => ({
    onMutate: async (variables: Variables): Promise<{ before: Data | undefined }> => {
      // A reply that is still in flight has the old state and would overwrite the new one.
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
  });
}
