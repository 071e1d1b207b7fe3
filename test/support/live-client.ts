import { WebSocket } from "ws";
import type { EditorDraft } from "../../src/editor/draft.ts";
import type { Project } from "../../src/projects/store.ts";
import { DraftConnection } from "../../web/dashboard/editor/live/draft-connection.ts";
import type { UnsentEdits, UnsentStore } from "../../web/dashboard/editor/live/unsent-store.ts";

/** Replaces IndexedDB: it outlives a connection in the same way as IndexedDB outlives a tab. */
export function memoryStore(): UnsentStore & { records: Map<string, UnsentEdits> } {
  const records = new Map<string, UnsentEdits>();
  return {
    records,
    list: async (draftId) => [...records.values()].filter((edits) => edits.draftId === draftId),
    put: async (edits) => void records.set(edits.key, structuredClone(edits)),
    remove: async ({ key, at }) => {
      if (records.get(key)?.at === at) records.delete(key);
    },
  };
}

export interface Address {
  /** The server, such as `http://127.0.0.1:1234`. It may change during the connection. */
  url: string;
  origin?: string;
  cookie: string;
}

export function liveUrl(url: string, project: Pick<Project, "id">, draft: Pick<EditorDraft, "id">): string {
  return `${url.replace(/^http/, "ws")}/v1/dashboard/project/${project.id}/drafts/${draft.id}/live`;
}

/** The dashboard's client, with Node's WebSocket. */
export function connectLive(
  address: Address,
  project: Pick<Project, "id">,
  draft: Pick<EditorDraft, "id">,
  unsent: UnsentStore = memoryStore(),
): DraftConnection {
  const headers = () => ({ cookie: address.cookie, origin: address.origin ?? new URL(address.url).origin });
  return new DraftConnection({
    draftId: draft.id,
    unsent,
    openSocket({ onMessage, onClose }) {
      const socket = new WebSocket(liveUrl(address.url, project, draft), { headers: headers() });
      socket.on("message", (data) => onMessage(data as Buffer));
      socket.on("close", onClose);
      socket.on("error", () => {});
      return { send: (bytes) => socket.send(bytes), close: () => socket.terminate() };
    },
    async findRefusal() {
      const path = liveUrl(address.url, project, draft).replace(/^ws/, "http");
      const reply = await fetch(path, { headers: { cookie: address.cookie } }).catch(() => undefined);
      const isFinal = reply !== undefined && [401, 403, 404, 409].includes(reply.status);
      return isFinal ? ((await reply.json()) as { error: string }).error : undefined;
    },
  });
}

/** Opens each page in its own browser tab, for measurements. Resolves when all pages were read. */
export async function openEditors(
  address: Address,
  project: Pick<Project, "id">,
  draft: Pick<EditorDraft, "id">,
  paths: readonly string[],
): Promise<DraftConnection[]> {
  return Promise.all(
    paths.map(async (path) => {
      const connection = connectLive(address, project, draft);
      const page = connection.acquire(path);
      await new Promise<void>((resolve) => {
        const leave = connection.subscribe(() => {
          if (page.state.session === undefined) return;
          leave();
          resolve();
        });
      });
      return connection;
    }),
  );
}
