import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { changedQueries } from "./changed-queries.ts";
import { isSignedOut } from "./explain-error.ts";
import { type Bookmark, type ChangeListener, followChanges } from "./follow-changes.ts";
import { setLive } from "./live-state.ts";
import { meQuery } from "./queries.ts";

const togetherMilliseconds = 50;

/**
 * Keeps what is shown as it is on the server, and leads to the door when the session has ended. Only pages that somebody sees
 * listen: a browser has few connections for all its tabs.
 */
export function useLiveChanges(organizationId: string | undefined): void {
  const queries = useQueryClient();
  const router = useRouter();
  const isLeaving = useRef(false);
  /** Somebody is no member any more, or has another role: the pages are others, too. */
  const enterAgain = useEffectEvent(async () => {
    await queries.refetchQueries(meQuery);
    await router.invalidate();
  });
  const onRefused = useEffectEvent(async (error: unknown) => {
    if (!isSignedOut(error)) {
      await enterAgain();
    } else if (!isLeaving.current) {
      // The stream and every list are refused at the same time.
      isLeaving.current = true;
      await router.navigate({ to: "/sign-in", search: { to: router.state.location.href } });
      // What one person saw must not be there for the next.
      queries.clear();
    }
  });
  useEffect(() => {
    if (organizationId === undefined) {
      return;
    }
    const listener = changeListener(queries, organizationId, {
      onMembers: () => void enterAgain(),
      onRefused: (error) => void onRefused(error),
    });
    return whileVisible((signal, bookmark) => void followChanges(organizationId, bookmark, listener, signal));
  }, [organizationId, queries]);
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error" && isSignedOut(event.action.error)) {
          void onRefused(event.action.error);
        }
      }),
    [queries],
  );
}

function changeListener(
  queries: QueryClient,
  organizationId: string,
  { onMembers, onRefused }: Pick<ChangeListener, "onRefused"> & { onMembers(): void },
): ChangeListener {
  const waiting = new Map<string, QueryKey>();
  const readAgain = () => {
    const keys = [...waiting.values()];
    waiting.clear();
    for (const queryKey of keys) {
      void queries.invalidateQueries({ queryKey });
    }
  };
  return {
    onChange(change) {
      if (waiting.size === 0) {
        setTimeout(readAgain, togetherMilliseconds);
      }
      if (change.kind === "organization") {
        onMembers();
      }
      for (const queryKey of changedQueries(organizationId, change)) {
        waiting.set(JSON.stringify(queryKey), queryKey);
      }
    },
    onLost: () => void queries.invalidateQueries(),
    onLive(isLive) {
      if (setLive(isLive) && !isLive) {
        // From here on it is read now and then, and the first time now.
        void queries.invalidateQueries();
      }
    },
    onRefused,
  };
}

/** Runs it whenever the page can be seen, and each time from where it was before. */
function whileVisible(run: (signal: AbortSignal, bookmark: Bookmark) => void): () => void {
  const bookmark: Bookmark = {};
  let leaving: AbortController | undefined;
  const follow = () => {
    leaving?.abort();
    setLive(false);
    if (document.visibilityState === "visible") {
      leaving = new AbortController();
      run(leaving.signal, bookmark);
    }
  };
  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    leaving?.abort();
    setLive(false);
  };
}
