import { infiniteQueryOptions, type QueryKey, queryOptions } from "@tanstack/react-query";

interface CallOptions {
  signal: AbortSignal;
}

interface Freshness {
  staleTime?: number;
  refetchInterval?: number | (() => number | false);
}

/** A query that can be canceled. */
export function readQuery<const Key extends QueryKey, Data>(
  queryKey: Key,
  read: (options: CallOptions) => Promise<Data>,
  freshness: Freshness = {},
) {
  return queryOptions({ ...freshness, queryKey, queryFn: ({ signal }) => read({ signal }) });
}

/** A list that is read one page at a time. */
export function listQuery<const Key extends QueryKey, Data extends { nextCursor: string | null }>(
  queryKey: Key,
  read: (page: { cursor?: string }, options: CallOptions) => Promise<Data>,
  freshness: Freshness = {},
) {
  return infiniteQueryOptions({
    ...freshness,
    queryKey,
    queryFn: ({ signal, pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
