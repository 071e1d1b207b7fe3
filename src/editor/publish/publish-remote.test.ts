import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onDatabaseOfRun } from "../../../test/support/database.ts";
import { startPage as page } from "../../../test/support/pull-request-host.ts";
import { createOrganization } from "../../accounts/create-organization.ts";
import type { RemoteKind } from "../../code-hosts/repository-address.ts";
import { makeRepository, plainGit, serveRepositories, temporaryFolder } from "../../git/git-test-support.ts";
import { createProject } from "../../projects/create-project.ts";
import type { Project } from "../../projects/store.ts";
import { listUpdates } from "../../updates/store.ts";
import { actOnEvent } from "../../webhooks/act-on-event.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { createFollowReview } from "./follow-review.ts";
import { startPublishing } from "./publish-test-support.ts";

const never = new AbortController().signal;

const github = {
  pulls: "/api/v3/repos/acme/docs/pulls",
  open: { number: 7, html_url: "https://github.test/acme/docs/pull/7", state: "open" },
  merged: { number: 7, state: "closed", merged: true },
  closed: { number: 7, state: "closed", merged: false },
};

/** The part of each host's API that pull requests use. Gitea has the same API as GitHub, at another path. */
const apis: Record<RemoteKind, { pulls: string; open: unknown; merged: unknown; closed: unknown }> = {
  github,
  gitea: { ...github, pulls: "/api/v1/repos/acme/docs/pulls" },
  gitlab: {
    pulls: "/api/v4/projects/acme%2Fdocs/merge_requests",
    open: { iid: 7, web_url: "https://gitlab.test/acme/docs/-/merge_requests/7", state: "opened" },
    merged: { iid: 7, state: "merged" },
    closed: { iid: 7, state: "closed" },
  },
};

onDatabaseOfRun((dialect) => {
  let host: Awaited<ReturnType<typeof startPublishing>>;
  let count = 0;
  beforeAll(async () => {
    host = await startPublishing(dialect);
  });
  afterAll(() => host.stop());

  /** A project on a remote host, with git and the API on one port. */
  async function remoteProject(kind: RemoteKind = "github") {
    const root = temporaryFolder();
    mkdirSync(join(root, "acme"));
    const repository = await makeRepository(join(root, "acme"), "docs", { "start.mdx": page });
    await repository.git("config", "http.receivepack", "true");
    const api = apis[kind];
    const state = { pull: undefined as unknown, opened: [] as Record<string, unknown>[] };
    const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      if (!path.startsWith("/api/")) return false;
      const send = (json: unknown) => response.setHeader("content-type", "application/json").end(JSON.stringify(json));
      if (path === `${api.pulls}/7`) {
        send(state.pull);
      } else if (request.method === "GET") {
        send([]);
      } else {
        let text = "";
        request.on("data", (chunk) => (text += String(chunk)));
        request.on("end", () => {
          state.opened.push(JSON.parse(text));
          state.pull = api.open;
          send(api.open);
        });
      }
      return true;
    };
    const server = await serveRepositories(root, answer);
    host.addHost(`127.0.0.1:${server.port}`, kind);
    const { database, clock } = host.deps;
    count += 1;
    const { id } = await createOrganization({ clock }, database.query, `remote-${count}`);
    const project = await createProject({ clock }, database.query, {
      organizationId: id,
      name: "Docs",
      domain: `remote-${count}`,
      repository: `${server.url}/acme/docs.git`,
      repositoryToken: host.secrets.seal("t0ken"),
    });
    const git = async (...args: string[]) => (await plainGit([`--git-dir=${repository.gitDir}`, ...args])).trim();
    return { project, repository, git, state, api };
  }

  const updatesOf = (projectId: string) => listUpdates(host.deps.database.query, projectId, { limit: 20 });

  async function changedDraft(project: Project) {
    const draft = await host.draft(project);
    await host.write(project, draft, { "start.mdx": page.replace("One.", "1.") });
    return draft;
  }

  const receiveWebhook = (project: Project, sha: string) => {
    const repositories = [project.repository];
    const event = { kind: "push", repositories, branch: "main", author: null, pushed: { sha } } as const;
    return host.deps.database.transaction((tx) => actOnEvent(host.deps, tx, { project, host: "github", event }));
  };

  /** Simulates a process that dies before it records the push. */
  const dying = async () => {
    throw new Error("The process died.");
  };

  test("a commit is pushed with the person as author, and the host's webhook triggers no second update", async () => {
    const { project, git } = await remoteProject();
    const draft = await changedDraft(project);
    const { sha, updateId } = await host.publish(project, draft);
    expect(await git("log", "-1", "--format=%H %an <%ae>", "main")).toBe(`${sha} Ada Lovelace <ada@acme.test>`);
    expect(await git("diff", "--numstat", draft.baseSha, "main")).toBe("1\t1\tstart.mdx");
    const answer = await receiveWebhook(project, sha);
    expect(answer).toEqual({ statusId: updateId });
    expect((await updatesOf(project.id)).map(({ id, pushed }) => [id, pushed?.sha])).toEqual([[updateId, sha]]);
  });

  test("a webhook that arrives before the reply triggers the only update", async () => {
    const { project } = await remoteProject();
    const draft = await changedDraft(project);
    let early: unknown;
    const { updateId } = await host.publish(project, draft, {
      async inTransaction(work) {
        const tip = (await updatesOf(project.id)).length === 0 ? await tipOf(project.repository) : undefined;
        if (tip !== undefined) early = await receiveWebhook(project, tip);
        await host.deps.database.transaction(work);
      },
    });
    expect(early).toEqual({ statusId: updateId });
    expect(await updatesOf(project.id)).toHaveLength(1);
  });

  async function tipOf(url: string): Promise<string> {
    return (await plainGit(["ls-remote", url, "refs/heads/main"])).split("\t")[0] ?? "";
  }

  test("after a crash between the push and its recording, the repeated request finds the commit", async () => {
    const { project, git } = await remoteProject();
    const draft = await changedDraft(project);
    await expect(host.publish(project, draft, { inTransaction: dying })).rejects.toThrow("The process died.");
    const sha = await git("rev-parse", "main");
    expect(sha).not.toBe(draft.baseSha);
    expect(await host.again(draft)).toMatchObject({ status: "open" });
    expect(await host.publish(project, draft)).toMatchObject({ sha, isOpen: false });
    expect(await git("rev-list", "--count", `${draft.baseSha}..main`)).toBe("1");
    expect(await host.again(draft)).toMatchObject({ status: "published", headSha: sha });
    expect(await updatesOf(project.id)).toHaveLength(1);
  });

  test("text that is typed while the commit is pushed stays in the open draft", async () => {
    const { project, git } = await remoteProject();
    const draft = await changedDraft(project);
    let isTyped = false;
    const published = await host.publish(project, draft, {
      async inTransaction(work) {
        if (!isTyped) await host.write(project, draft, { "start.mdx": page.replace("One.", "1!") });
        isTyped = true;
        await host.deps.database.transaction(work);
      },
    });
    expect(published.isOpen).toBe(true);
    expect(await git("show", "main:start.mdx")).toBe(page.replace("One.", "1.").trim());
    expect(await host.again(draft)).toMatchObject({ status: "open", baseSha: published.sha });
    expect((await host.files(draft))[0]?.content).toBe(page.replace("One.", "1!"));
    expect(await updatesOf(project.id)).toHaveLength(1);
  });

  test("a rejected push is explained, and the draft stays as it is", async () => {
    const { project, repository, git } = await remoteProject();
    const draft = await changedDraft(project);
    const hook = join(repository.gitDir, "hooks", "pre-receive");
    mkdirSync(join(repository.gitDir, "hooks"), { recursive: true });
    writeFileSync(hook, "#!/bin/sh\nexit 1\n");
    chmodSync(hook, 0o755);
    await expect(host.publish(project, draft)).rejects.toThrow(
      "The host rejected the branch main; check the token's permissions and the branch protection rules.",
    );
    expect(await git("rev-parse", "main")).toBe(draft.baseSha);
    expect(await host.again(draft)).toMatchObject({ status: "open" });
    expect((await host.files(draft))[0]?.content).toBe(page.replace("One.", "1."));
    expect(await updatesOf(project.id)).toEqual([]);
  });

  test("a push by someone else during publishing is merged", async () => {
    const { project, repository, git } = await remoteProject();
    const draft = await changedDraft(project);
    let isPushed = false;
    const deps: EditorDeps = {
      ...host.deps,
      async locateToPush(...request) {
        if (!isPushed) await repository.commit({ "start.mdx": page.replace("Three.", "3.") });
        isPushed = true;
        return host.deps.locateToPush(...request);
      },
    };
    await host.publish(project, draft, { deps });
    expect(await git("show", "main:start.mdx")).toBe(page.replace("One.", "1.").replace("Three.", "3.").trim());
    expect(await git("rev-list", "--count", `${draft.baseSha}..main`)).toBe("2");
  });

  test.each(["github", "gitlab", "gitea"] as const)(
    "a review on %s creates a branch and a pull request, and ends when the pull request is closed or merged",
    async (kind) => {
      const { project, git, state, api } = await remoteProject(kind);
      const draft = await changedDraft(project);
      const { number, url } = await host.review(project, draft, { title: "Say 1", message: "Shorter." });
      expect(number).toBe(7);
      expect(await git("log", "--format=%an|%s", `main..${draft.branch}`)).toBe("Ada Lovelace|Say 1");
      expect(JSON.stringify(state.opened)).toContain(draft.branch);
      expect(state.opened[0]).toMatchObject({ title: "Say 1" });
      expect(await host.again(draft)).toMatchObject({ status: "review", pullRequest: { number: 7, url } });

      const look = async () =>
        createFollowReview(host.deps)({ project, draft: await host.again(draft), signal: never });
      expect((await look()).status).toBe("review");
      state.pull = api.closed;
      expect(await look()).toMatchObject({ status: "open", pullRequest: null });

      await host.review(project, draft, { title: "Say 1" });
      expect(await git("rev-list", "--count", `main..${draft.branch}`)).toBe("1");
      await git("update-ref", "refs/heads/main", `refs/heads/${draft.branch}`);
      state.pull = api.merged;
      expect((await look()).status).toBe("published");
    },
  );

  test("a draft stays in review while the host doesn't reply", async () => {
    const { project, state } = await remoteProject();
    const draft = await changedDraft(project);
    await host.review(project, draft);
    state.pull = "not a pull request";
    const request = { project, draft: await host.again(draft), signal: never };
    expect((await createFollowReview(host.deps)(request)).status).toBe("review");
  });

  test("text that is typed after a crash is merged with the commit that was pushed", async () => {
    const { project, git } = await remoteProject();
    const draft = await changedDraft(project);
    await expect(host.publish(project, draft, { inTransaction: dying })).rejects.toThrow("The process died.");
    await host.write(project, draft, { "start.mdx": page.replace("One.", "1!") });
    await host.publish(project, draft);
    expect(await git("show", "main:start.mdx")).toBe(page.replace("One.", "1!").trim());
    expect(await git("rev-list", "--count", `${draft.baseSha}..main`)).toBe("2");
  });
});
