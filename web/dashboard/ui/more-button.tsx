import { Button } from "./button.tsx";

interface MoreButtonProps {
  query: { hasNextPage?: boolean; isFetchingNextPage?: boolean; fetchNextPage?: () => unknown };
}

/** Loads older entries. Hidden if there are none, as for a query with a single page. */
export function MoreButton({ query }: MoreButtonProps) {
  if (!query.hasNextPage) {
    return null;
  }
  return (
    <div className="mt-4 flex justify-center">
      <Button isBusy={query.isFetchingNextPage === true} onClick={() => query.fetchNextPage?.()}>
        Show more
      </Button>
    </div>
  );
}
