import { type QueryKey, queryOptions } from "@tanstack/react-query";

export interface Freshness {
  staleTime?: number;
  refetchInterval?: number | (() => number | false);
}

/** A query that can be canceled. For the editor, and for keys that nest. */
export function readQuery<const Key extends QueryKey, Data>(
  queryKey: Key,
  send: (options: { signal: AbortSignal }) => Promise<Data>,
  fresh: Freshness = {},
) {
  return queryOptions({ ...fresh, queryKey, queryFn: ({ signal }) => send({ signal }) });
}
