import { join as joinPath } from "node:path";
import { onTestFinished, vi } from "vitest";
import type { EditorDraft } from "../../src/editor/draft.ts";
import { insertDraft } from "../../src/editor/store.ts";
import type { Files } from "../../src/git/git-test-support.ts";
import type { Clock } from "../../src/platform/clock.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { newId } from "../../src/platform/id.ts";
import type { DraftConnection } from "../../web/dashboard/editor/live/draft-connection.ts";
import type { LivePage } from "../../web/dashboard/editor/live/live-page.ts";
import { createTestHostedProject, type HostedProject } from "../support/hosted-project.ts";
import { connectLive } from "../support/live-client.ts";
import { type Installation, publicUrl } from "../support/server.ts";

/** The timeout of all waits. It is long, because the machine may be busy. */
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

/** Opens a live connection, which is closed when the test ends. */
export function connect(...connection: Parameters<typeof connectLive>): DraftConnection {
  connection[0].origin ??= publicUrl;
  const connected = connectLive(...connection);
  onTestFinished(() => connected.close());
  return connected;
}

/** Opens a page and waits until it has loaded. */
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
    if (pages.some(({ state }) => state.unsaved)) throw new Error("Some edits aren't saved yet.");
  });
}
