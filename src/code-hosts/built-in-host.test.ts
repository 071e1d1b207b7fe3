import { afterAll, beforeAll, expect, test } from "vitest";
import { onDatabaseOfRun } from "../../test/support/database.ts";
import { startPage as page, startPullRequestHost } from "../../test/support/pull-request-host.ts";
import { listComments, listStatuses } from "../pull-requests/comment-store.ts";
import { getPullRequest } from "../pull-requests/get-pull-request.ts";
import { builtInHost } from "./built-in-host.ts";

const never = new AbortController().signal;

onDatabaseOfRun((dialect) => {
  let host: Awaited<ReturnType<typeof startPullRequestHost>>;
  beforeAll(async () => {
    host = await startPullRequestHost(dialect);
  });
  afterAll(() => host.stop());

  test("opening a pull request repeatedly and concurrently opens only one", async () => {
    const hosted = await host.project();
    await hosted.commit("agent/job_1", { "start.mdx": page.replace("One", "1") });
    const codeHost = builtInHost(host.deps, hosted.project);
    const request = { head: "agent/job_1", base: "main", title: "Fix", body: "Why.", labels: ["agent"] };
    expect(await codeHost.findOpenPullRequest(request.head, never)).toBeUndefined();
    const links = await Promise.all([1, 2, 3].map(() => codeHost.openPullRequest(request, never)));
    const { organizationId, domain } = hosted.project;
    const link = { number: 1, url: `${host.deps.url}/dashboard/${organizationId}/${domain}/pulls/1` };
    expect(links).toEqual([link, link, link]);
    expect(await codeHost.findOpenPullRequest(request.head, never)).toEqual(link);
    expect(await getPullRequest(host.deps, hosted.project, 1)).toMatchObject({
      author: "Lectern",
      labels: ["agent"],
    });
  });

  test("failures of the built-in host are CodeHostErrors", async () => {
    const hosted = await host.project();
    const codeHost = builtInHost(host.deps, hosted.project);
    const request = { head: "nowhere", base: "main", title: "Fix", body: "" };
    await expect(codeHost.openPullRequest(request, never)).rejects.toMatchObject({
      name: "CodeHostError",
      kind: "conflict",
    });
    const comment = codeHost.comment({ number: 7, key: "preview", body: "Look." }, never);
    await expect(comment).rejects.toMatchObject({ name: "CodeHostError", kind: "not-found" });
  });

  test("a comment replaces the comment with the same key, and a status the status with the same context", async () => {
    const hosted = await host.project();
    const head = await hosted.commit("next", { "start.mdx": page.replace("One", "1") });
    const { id, number } = await host.open(hosted);
    const codeHost = builtInHost(host.deps, hosted.project);
    const status = { commit: head, context: "lectern/preview", url: host.deps.url, description: "Building." };
    await codeHost.setCommitStatus({ ...status, state: "pending" }, never);
    await codeHost.setCommitStatus({ ...status, state: "success", description: "Published." }, never);
    await codeHost.comment({ number, key: "preview", body: "Soon." }, never);
    await codeHost.comment({ number, key: "summary", body: "Why." }, never);
    await codeHost.comment({ number, key: "preview", body: "Now." }, never);
    const { query } = host.deps.database;
    expect((await listComments(query, id)).map(({ key, body }) => [key, body])).toEqual([
      ["preview", "Now."],
      ["summary", "Why."],
    ]);
    expect(await listStatuses(query, hosted.project.id, head)).toMatchObject([
      { state: "success", description: "Published." },
    ]);
  });
});
