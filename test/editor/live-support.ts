import { join as joinPath } from "node:path";
import { onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import type { EditorDraft } from "../../src/editor/draft.ts";
import { insertDraft } from "../../src/editor/store.ts";
import type { Files } from "../../src/git/git-test-support.ts";
import type { Clock } from "../../src/platform/clock.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { newId } from "../../src/platform/id.ts";
import type { Project } from "../../src/projects/store.ts";
import { DraftConnection } from "../../web/dashboard/editor/live/draft-connection.ts";
import type { LivePage } from "../../web/dashboard/editor/live/live-page.ts";
import type { UnsentEdits, UnsentStore } from "../../web/dashboard/editor/live/unsent-store.ts";
import { createTestHostedProject, type HostedProject } from "../support/hosted-project.ts";
import { type Installation, publicUrl } from "../support/server.ts";

/** For conditions that depend on a busy machine. */
const waitMilliseconds = 60_000;

export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: waitMilliseconds, interval: 10 });

/** A project on the built-in git host in the tenant's organization. */
export function createLiveProject(lectern: Installation, files: Files): Promise<HostedProject> {
  const { node, clock, storage, tenant } = lectern;
  return createTestHostedProject({
    database: node.database,
    objects: node.objects,
    clock,
    repositoriesFolder: joinPath(storage.dataFolder, "repositories"),
    url: node.url,
    domain: newId("prj", clock).slice(-12),
    files,
    organizationId: tenant.organizationId,
  });
}

/** A draft that starts from the newest commit. */
export async function createDraft(
  { database, clock }: { database: Pick<Database, "query">; clock: Clock },
  { project, git }: HostedProject,
): Promise<EditorDraft> {
  const now = clock.now();
  const draft: EditorDraft = {
    id: newId("drf", clock),
    organizationId: project.organizationId,
    projectId: project.id,
    author: { id: "usr_ada", name: "Ada", email: "ada@acme.test" },
    title: "Draft",
    branch: "draft/ada",
    baseBranch: "main",
    baseSha: await git("rev-parse", "refs/heads/main"),
    headSha: null,
    status: "open",
    pullRequest: null,
    revision: 0,
    createdAt: now,
    updatedAt: now,
  };
  await insertDraft(database.query, draft);
  return draft;
}

/** Stands for IndexedDB: it outlives a connection as that outlives a tab. */
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
  /** The server, such as `http://127.0.0.1:1234`. It may change while the connection lives. */
  url: string;
  origin?: string;
  cookie: string;
}

export function liveUrl(url: string, project: Pick<Project, "id">, draft: Pick<EditorDraft, "id">): string {
  return `${url.replace(/^http/, "ws")}/v1/dashboard/project/${project.id}/drafts/${draft.id}/live`;
}

/** The client of the dashboard, with the WebSocket of Node. */
export function connect(
  address: Address,
  project: Pick<Project, "id">,
  draft: Pick<EditorDraft, "id">,
  unsent: UnsentStore = memoryStore(),
): DraftConnection {
  const headers = { cookie: address.cookie, origin: address.origin ?? publicUrl };
  const connection = new DraftConnection({
    draftId: draft.id,
    unsent,
    openSocket({ onMessage, onClose }) {
      const socket = new WebSocket(liveUrl(address.url, project, draft), { headers });
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
  onTestFinished(() => connection.close());
  return connection;
}

/** Resolves when the page was read. */
export async function openPage(connection: DraftConnection, path: string): Promise<LivePage> {
  const page = connection.acquire(path);
  await eventually(() => sessionOf(page));
  return page;
}

export function sessionOf({ state, path }: LivePage) {
  if (state.session === undefined) throw new Error(`${path} isn't open: ${state.trouble?.message}`);
  return state.session;
}

export const textIn = (page: LivePage): string => sessionOf(page).text.toString();

export async function allSaved(...pages: readonly LivePage[]): Promise<void> {
  await eventually(() => {
    if (pages.some(({ state }) => state.unsaved)) throw new Error("Something isn't saved yet.");
  });
}
