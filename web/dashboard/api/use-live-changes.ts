import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { allOf, meQuery, setLive, webhookQueries } from "./client.ts";
import { isSignedOut } from "./explain-error.ts";
import { type Bookmark, type Change, type ChangeListener, followChanges } from "./follow-changes.ts";

const batchMilliseconds = 50;

/**
 * Keeps the cache in sync with the server, and goes to the sign-in page when the session ends. Only visible pages listen,
 * because browsers limit the connections across tabs.
 */
export function useLiveChanges(organizationId: string | undefined): void {
  const queries = useQueryClient();
  const router = useRouter();
  const isLeaving = useRef(false);
  /** The membership or role has changed, so other pages may be available. */
  const enterAgain = useEffectEvent(async () => {
    await queries.refetchQueries(meQuery);
    await router.invalidate();
  });
  const onRefused = useEffectEvent(async (error: unknown) => {
    if (!isSignedOut(error)) {
      await enterAgain();
    } else if (!isLeaving.current) {
      // The stream and all queries fail at the same time when the session ends.
      isLeaving.current = true;
      await router.navigate({ to: "/sign-in", search: { to: router.state.location.href } });
      // The next person to sign in must not see cached data.
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
        setTimeout(readAgain, batchMilliseconds);
      }
      if (change.kind === "organization") {
        onMembers();
      }
      for (const { queryKey } of changedQueries(organizationId, change)) {
        waiting.set(JSON.stringify(queryKey), queryKey);
      }
    },
    onLost: () => void queries.invalidateQueries(),
    onLive(isLive) {
      if (setLive(isLive) && !isLive) {
        // Queries poll from now on; start with a refetch.
        void queries.invalidateQueries();
      }
    },
    onRefused,
  };
}

/** Runs the work while the page is visible, and continues it when the page is visible again. */
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

/** The queries to refetch after a change. */
function changedQueries(organizationId: string, change: Change): readonly { queryKey: QueryKey }[] {
  const { kind, id, projectId: ofProject } = change;
  const projectId = ofProject ?? "";
  const project = [
    allOf("listProjects", { organizationId }),
    allOf("getProject", { projectId }),
    allOf("listPreviews", { projectId }),
  ];
  switch (kind) {
    case "update": {
      const update = [allOf("getUpdateStatus", { statusId: id }), allOf("listUpdateProblems", { statusId: id })];
      return [...project, ...update, allOf("listUpdates", { projectId })];
    }
    case "job":
      return [allOf("listAgentJobs", { projectId }), allOf("getAgentJob", { id })];
    case "pull":
      return [{ queryKey: ["pulls", projectId] }, { queryKey: ["pull", projectId, id] }];
    case "draft":
      return [{ queryKey: ["drafts", projectId] }, { queryKey: ["draft", id] }];
    case "project":
      return project;
    case "organization":
      return [
        allOf("listMembers", { organizationId }),
        allOf("listOrganizationTokens", { organizationId }),
        allOf("listProjectMembers"),
        allOf("listProjects", { organizationId }),
        allOf("listInvitations", { organizationId }),
      ];
    case "key":
      // Admin keys belong to the organization and are listed in every project.
      return [allOf("listKeys")];
    case "webhook":
      return [allOf("getWebhook", { projectId }), ...webhookQueries(organizationId)];
    case "notification":
      return [allOf("listNotifications", { organizationId })];
    case "audit":
      return [allOf("listAuditEntries", { organizationId })];
  }
}
