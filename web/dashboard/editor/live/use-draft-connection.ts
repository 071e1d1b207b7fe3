import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { clientOptions } from "../../api/client.ts";
import { type DraftParams, draftPath } from "../draft-queries.ts";
import { browserStore } from "./browser-store.ts";
import { type ConnectionOptions, type ConnectionState, DraftConnection } from "./draft-connection.ts";
import type { LivePage } from "./live-page.ts";

/** Undefined only during the first render. */
export function useDraftConnection({ projectId, draftId }: DraftParams): DraftConnection | undefined {
  const [connection, setConnection] = useState<DraftConnection>();
  useEffect(() => {
    const opened = openConnection({ projectId, draftId });
    setConnection(opened);
    const retry = () => opened.retryNow();
    const keep = () => void opened.keepNow();
    // The browser only asks before leaving while edits are being sent. The edits are kept in the browser in any case.
    const ask = (event: BeforeUnloadEvent) => {
      if (opened.state.unsaved) event.preventDefault();
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("online", retry, { signal });
    document.addEventListener("visibilitychange", retry, { signal });
    window.addEventListener("pagehide", keep, { signal });
    document.addEventListener("visibilitychange", keep, { signal });
    window.addEventListener("beforeunload", ask, { signal });
    return () => {
      listening.abort();
      opened.close();
      setConnection(undefined);
    };
  }, [projectId, draftId]);
  return connection;
}

export function openConnection(draft: DraftParams): DraftConnection {
  return new DraftConnection({ draftId: draft.draftId, unsent: browserStore(), ...openBrowserSocket(draft) });
}

const nobody: ConnectionState = { status: "connecting", problem: undefined, people: [], client: "", unsaved: false };

/**
 * Opens a page of the draft while it is shown. Without a path, only the list of people is used. A draft that was
 * published or discarded can only be read.
 */
export function usePageSession(connection: DraftConnection | undefined, path: string | undefined, isOver = false) {
  const [page, setPage] = useState<LivePage>();
  useEffect(() => {
    if (connection === undefined || path === undefined) return undefined;
    setPage(connection.acquire(path));
    return () => {
      setPage(undefined);
      connection.release(path);
    };
  }, [connection, path]);
  const state = useSyncExternalStore(connection?.subscribe ?? never, connection?.getState ?? (() => nobody));
  const pageState = page?.state;
  const people = useMemo(
    () => state.people.map(({ client, ...person }) => ({ ...person, isSelf: client.startsWith(`${state.client}/`) })),
    [state.people, state.client],
  );
  const opened = pageState?.session;
  const session = useMemo(() => (isOver && opened ? { ...opened, canWrite: false } : opened), [opened, isOver]);
  const trouble = pageState?.trouble;
  const isRefused = state.status === "refused" || (trouble !== undefined && pageState?.session === undefined);
  const refusal = state.problem === undefined || isOver ? undefined : { message: state.problem };
  return {
    /** Undefined until the page has loaded. A new object after the file was replaced. */
    session,
    status: isOver ? ("over" as const) : isRefused ? ("refused" as const) : state.status,
    /** Everyone who has a page of the draft open. */
    people,
    unsaved: pageState?.unsaved ?? false,
    problem: trouble !== undefined && page !== undefined ? { ...trouble, dismiss: () => page.dismiss() } : refusal,
  };
}

const never = () => () => {};

/** The status of the person's edits, as text. */
export function describeSaving({
  status,
  unsaved,
}: Pick<ReturnType<typeof usePageSession>, "status" | "unsaved">): string {
  if (status === "over") return "Read-only";
  if (status === "live") return unsaved ? "Saving…" : "Saved";
  if (status === "connecting" && !unsaved) return "Connecting…";
  return `${status === "refused" ? "Not connected" : "Offline"}${unsaved ? ", kept in this browser" : ""}`;
}

/** Without a limit, a proxy that doesn't answer would prevent the next attempt. */
const refusalMilliseconds = 5_000;

/** Statuses that only a person can change. */
const refusals = new Set([401, 403, 404, 409, 429]);

/** A browser WebSocket, authenticated by the session cookie. */
function openBrowserSocket(draft: DraftParams): Pick<ConnectionOptions, "openSocket" | "findRefusal"> {
  const path = `${draftPath(draft)}/live`;
  return {
    openSocket({ onMessage, onClose }) {
      const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${path}`);
      socket.binaryType = "arraybuffer";
      socket.onmessage = ({ data }) => onMessage(new Uint8Array(data));
      socket.onclose = ({ code }) => onClose(code);
      return socket;
    },
    // A browser doesn't say why a WebSocket was refused, but a plain request to the same address does.
    async findRefusal() {
      try {
        const signal = AbortSignal.timeout(refusalMilliseconds);
        const reply = await clientOptions.fetch?.(path, { method: "GET", headers: {}, signal });
        if (reply === undefined || !refusals.has(reply.status)) return undefined;
        const { error } = (await reply.json()) as { error?: string };
        return error ?? "The server refused the connection.";
      } catch {
        return undefined;
      }
    },
  };
}
