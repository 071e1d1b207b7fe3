import { readFileSync } from "node:fs";
import { join } from "node:path";
import { invite } from "../../src/accounts/invite.ts";
import { foldersOf } from "../../src/app/folders.ts";
import { dashboardOperations } from "../../src/contract/dashboard-operations.ts";
import { editorOperations } from "../../src/contract/editor-operations.ts";
import type { EditorDraft } from "../../src/editor/draft.ts";
import { insertDraft } from "../../src/editor/store.ts";
import { resolveBranch } from "../../src/git/branches.ts";
import { defaultRepositoryLimits as limits } from "../../src/git/repository.ts";
import { newId } from "../../src/platform/id.ts";
import { createHostedProject } from "../../src/projects/create-hosted-project.ts";
import { openRepository } from "../../src/projects/repositories/open-repository.ts";
import type { Project } from "../../src/projects/store.ts";
import { createInstallation, type Installation, startLectern, stop, untilReady } from "./lectern.ts";

/** A running server with one hosted project and one signed-in person. */
export interface EditorServer {
  project: Project;
  /** The server's address and the cookie of the person's browser. */
  address: { url: string; cookie: string };
  /** Creates a draft for the person. */
  startDraft(): Promise<EditorDraft>;
  /** Calls an operation of the editor; undefined if the server doesn't have it. */
  call(name: string, params: Record<string, string>, body?: object, query?: string): Promise<CallReply | undefined>;
  /** The memory of the server and all its child processes, in megabytes. */
  memory(): { total: number; server: number; processes: number };
  stop(): Promise<void>;
}

interface CallReply {
  status: number;
  text: string;
}

export async function startEditorServer(folder: string): Promise<EditorServer> {
  const installation = await createInstallation();
  const { app, environment, url } = installation;
  const { organizationId } = installation.project;
  const repositoriesFolder = foldersOf(app.config).repositories;
  const project = await createHostedProject(
    { ...app, url, repositoriesFolder },
    { organizationId, name: "Editor", domain: "editor", folder },
  );
  const child = startLectern("start", environment);
  await untilReady(url);
  const cookie = await signIn(installation, organizationId);
  const signal = AbortSignal.timeout(60_000);
  const repository = await openRepository({ ...app, repositoriesFolder }, project, signal);
  const baseSha = await resolveBranch(repository, project.branch, { limits, signal });
  let drafts = 0;
  return {
    project,
    address: { url, cookie },
    async startDraft() {
      drafts += 1;
      const at = app.clock.now();
      const draft: EditorDraft = {
        id: newId("drf", app.clock),
        organizationId,
        projectId: project.id,
        author: { id: "usr_bench", name: "Bench", email: "bench@example.com" },
        title: `Draft ${drafts}`,
        branch: `draft/bench-${drafts}`,
        baseBranch: project.branch,
        baseSha,
        headSha: null,
        status: "open",
        pullRequest: null,
        revision: 1,
        createdAt: at,
        updatedAt: at,
      };
      await insertDraft(app.database.query, draft);
      return draft;
    },
    async call(name, params, body, query = "") {
      const operation = Object.entries({ ...dashboardOperations, ...editorOperations }).find(([each]) => each === name);
      if (operation === undefined) return undefined;
      const [, { method, path }] = operation;
      const address = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? "");
      const reply = await fetch(`${url}${address}${query}`, {
        method,
        headers: { cookie, origin: url, "x-lectern-dashboard": "1", "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: reply.status, text: await reply.text() };
    },
    memory: () => memoryOf(child.pid ?? 0),
    async stop() {
      await stop(child);
      await installation.remove();
    },
  };
}

async function signIn({ app, url }: Installation, organizationId: string): Promise<string> {
  const email = "bench@example.com";
  const invitation = { organizationId, email, role: "admin" as const, invitedBy: null };
  const { token } = await invite(app, app.database.query, invitation);
  const body = JSON.stringify({ token, name: "Bench", email, password: "correct horse battery" });
  const headers = { "content-type": "application/json", origin: url, "x-lectern-dashboard": "1" };
  const reply = await fetch(`${url}${dashboardOperations.createAccount.path}`, { method: "POST", headers, body });
  if (!reply.ok) throw new Error(`Could not create an account: ${await reply.text()}`);
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

const pagesPerMegabyte = 256;

/** The resident memory. Pages of the program that all processes share are counted once. */
function memoryOf(pid: number): { total: number; server: number; processes: number } {
  const all = [pid, ...descendantsOf(pid)].map((id) => {
    const [, resident = 0, shared = 0] = readFileSync(join("/proc", String(id), "statm"), "utf8")
      .split(" ")
      .map(Number);
    return { own: (resident - shared) / pagesPerMegabyte, shared: shared / pagesPerMegabyte };
  });
  const shared = Math.max(...all.map((one) => one.shared));
  const total = all.reduce((sum, { own }) => sum + own, shared);
  return { total: Math.round(total), server: Math.round((all[0]?.own ?? 0) + shared), processes: all.length };
}

function descendantsOf(pid: number): number[] {
  const list = readFileSync(join("/proc", String(pid), "task", String(pid), "children"), "utf8").trim();
  const children = list === "" ? [] : list.split(" ").map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}
