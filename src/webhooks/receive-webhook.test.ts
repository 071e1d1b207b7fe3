import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { onDatabaseOfRun } from "../../test/support/database.ts";
import { eventsOf } from "../../test/support/events-of.ts";
import {
  githubDelete,
  githubInstallation,
  githubInstallationRepositories,
  githubPing,
  githubPullRequest,
  githubPush,
  githubRepository,
  gitlabMergeRequest,
  gitlabPush,
  gitlabRepository,
  noCommit,
} from "../../test/webhooks/payloads.ts";
import { fromGithub, fromGithubForm, fromGitlab, fromSigningGitlab, type Signed } from "../../test/webhooks/sign.ts";
import { secret, startReceiver } from "../../test/webhooks/webhook-receiver.ts";
import { deliveryMilliseconds } from "./receive-webhook.ts";
import { listDeliveries, listRefusals, refusalPauseMilliseconds, refusalsMax, sweepDeliveries } from "./store.ts";

const ignored = { status: 200, body: { ignored: expect.stringMatching(/\.$/) } };
const pushTo = (branch: string) => githubPush({ ref: `refs/heads/${branch}` });
const deletionOf = (branch: string) => githubPush({ ref: `refs/heads/${branch}`, after: noCommit, deleted: true });

onDatabaseOfRun((dialect) => {
  test("the first push triggers the project's onboarding update, and the next push an update from GitHub", async () => {
    const { send, updates, waiting } = await startReceiver(dialect);
    const first = await send(fromGithub("push", githubPush(), secret));
    const second = await send(fromGithub("push", githubPush(), secret));
    expect(first).toMatchObject({ status: 202, body: { statusId: expect.stringMatching(/^upd_/) } });
    expect(second.status).toBe(202);
    expect(await updates()).toMatchObject([
      { _id: first.body.statusId, status: "queued", source: "onboarding", subdomain: "acme-docs" },
      { _id: second.body.statusId, status: "queued", source: "github", subdomain: "acme-docs" },
    ]);
    expect(await waiting()).toBe(2);
  });

  test("a push to the branch of a source publishes the site, and nothing else in that repository does", async () => {
    const { send, updates, onboard, createProject } = await startReceiver(dialect);
    const ref = { kind: "branch", name: "main" } as const;
    const source = { path: "sdk", repository: `${githubRepository}.git`, ref, directory: "" };
    const project = await createProject({ repository: "https://github.com/acme/docs", sources: [source] });
    await onboard(project);
    const deliver = (event: string, body: object) =>
      send(fromGithub(event, body as ReturnType<typeof githubPush>, secret), { projectId: project.id });
    expect(await deliver("push", pushTo("main"))).toMatchObject({
      status: 202,
      body: { statusId: expect.any(String) },
    });
    expect(await deliver("push", pushTo("topic"))).toMatchObject(ignored);
    expect(await deliver("push", deletionOf("main"))).toMatchObject(ignored);
    expect(await deliver("pull_request", githubPullRequest("opened", "topic", githubRepository))).toMatchObject(
      ignored,
    );
    const other = githubPush();
    const elsewhere = { ...(other.repository as object), clone_url: "https://github.com/acme/other.git" };
    expect(await deliver("push", { ...other, repository: elsewhere })).toMatchObject(ignored);
    expect(await updates(project)).toMatchObject([
      { source: "onboarding" },
      { source: "github", subdomain: project.domain, author: { name: "Codertocat" } },
    ]);
    expect((await updates(project))[1]?.commit).toBeUndefined();
  });

  test("clients see the author and commit that the host reported before git is read", async () => {
    const { send, updates, onboard, createProject } = await startReceiver(dialect);
    await onboard();
    await send(fromGithub("push", githubPush(), secret));
    const [, update] = await updates();
    expect(update?.author).toEqual({
      name: "Codertocat",
      avatarUrl: "https://avatars1.githubusercontent.com/u/21031067?v=4",
      githubUserId: 21031067,
    });
    const commit = { sha: "7a8b2d0c6f1d4b9aa63c2f2d5bb0b9a3f1f0e7c1", ref: "main", message: "Say it better" };
    expect(update?.commit).toEqual(commit);

    const onGitlab = await createProject({ repository: gitlabRepository });
    await send(fromGitlab("Push Hook", gitlabPush(), secret), { projectId: onGitlab.id });
    expect((await updates(onGitlab))[0]?.author).toEqual({
      name: "John Smith",
      avatarUrl: "https://s.gravatar.com/avatar/d4c74594d841139328695756648b6bd6?s=80",
      githubUserId: 4,
    });
  });

  test("pull requests are reported, including those from forks, unless they lack an address", async () => {
    const { send, project, database, createProject } = await startReceiver(dialect);
    const fork = "https://github.com/stranger/Hello-World.git";
    const onGithub = (action: string, from: string, more: object) => {
      const { pull_request, ...payload } = githubPullRequest(action, "topic", from) as { pull_request: object };
      return fromGithub("pull_request", { ...payload, pull_request: { ...pull_request, ...more } }, secret);
    };
    const about = { number: 2, html_url: `${githubRepository}/pull/2`, user: { login: "stranger" } };
    await send(onGithub("opened", fork, about));
    await send(onGithub("closed", `${githubRepository}.git`, { ...about, merged: false }));
    await send(onGithub("closed", fork, { ...about, html_url: "javascript:alert(1)" }));
    await send(onGithub("opened", fork, { ...about, base: { ref: "main", repo: { clone_url: fork } } }));
    const events = await eventsOf(database, project.id);
    expect(events.map(({ type, subject }) => [type, subject])).toEqual([
      ["pull_request.opened", "2"],
      ["pull_request.closed", "2"],
    ]);
    expect(events[1]?.data.pullRequest).toMatchObject({
      status: "closed",
      head: "topic",
      base: "main",
      author: "stranger",
      endedBy: "Codertocat",
      url: `${githubRepository}/pull/2`,
      host: "github",
    });

    const other = await createProject({ repository: gitlabRepository });
    const { object_attributes, ...rest } = gitlabMergeRequest("merge", "topic") as { object_attributes: object };
    const more = { title: "Better", url: `${gitlabRepository}/-/merge_requests/1` };
    const merged = { ...rest, object_attributes: { ...object_attributes, ...more } };
    await send(fromGitlab("Merge Request Hook", merged, secret), { projectId: other.id });
    expect(await eventsOf(database, other.id)).toMatchObject([
      {
        type: "pull_request.merged",
        subject: "1",
        data: { pullRequest: { title: "Better", endedBy: "Administrator" } },
      },
    ]);
  });

  test("the form that GitHub sends by default is accepted", async () => {
    const { send, updates } = await startReceiver(dialect);
    const push = githubPush({ head_commit: { message: "a=b&c +%00 ü" } });
    expect((await send(fromGithubForm("push", push, secret))).status).toBe(202);
    expect(await updates()).toHaveLength(1);
  });

  test("a force push and the first push of a branch trigger updates", async () => {
    const { send } = await startReceiver(dialect);
    const forced = githubPush({ forced: true, before: "f".repeat(40) });
    const created = githubPush({ created: true, before: noCommit });
    expect((await send(fromGithub("push", forced, secret))).status).toBe(202);
    expect((await send(fromGithub("push", created, secret))).status).toBe(202);
  });

  test("GitLab can send the secret as a token or sign with it", async () => {
    const { send, updates, createProject, clock } = await startReceiver(dialect);
    const key = Buffer.alloc(32, 7);
    const project = await createProject({
      repository: gitlabRepository,
      secret: `whsec_${key.toString("base64")}`,
    });
    const to = { projectId: project.id };
    const token = await send(fromGitlab("Push Hook", gitlabPush(), `whsec_${key.toString("base64")}`), to);
    const signed = await send(fromSigningGitlab("Push Hook", gitlabPush(), key, clock.now()), to);
    const old = await send(fromSigningGitlab("Push Hook", gitlabPush(), key, clock.now() - 301_000), to);
    expect([token.status, signed.status, old.status]).toEqual([202, 202, 401]);
    expect((await updates(project)).map(({ source }) => source)).toEqual(["onboarding", "gitlab"]);
  });

  test("a request not signed with the project's own secret is refused, and changes nothing", async () => {
    const { send, updates, createProject, database } = await startReceiver(dialect);
    await createProject({ secret: "the secret of another project" });
    const signed = fromGithub("push", githubPush(), secret);
    const { "x-hub-signature-256": _signature, ...unsigned } = signed.headers;
    const refused: Signed[] = [
      fromGithub("push", githubPush(), "the secret of another project"),
      { ...signed, headers: unsigned },
      { ...signed, body: Buffer.from(JSON.stringify(githubPush({ forced: true }))) },
      { ...signed, body: Buffer.alloc(0) },
      fromGitlab("Push Hook", gitlabPush(), "the secret of another project"),
      fromGitlab("Push Hook", gitlabPush(), ""),
      // GitLab doesn't accept GitHub's signatures.
      { ...signed, host: "gitlab" },
    ];
    for (const request of refused) {
      const { status, body, headers } = await send(request);
      expect({ status, body, "www-authenticate": headers["www-authenticate"] }).toEqual({
        status: 401,
        body: { error: expect.stringMatching(/\.$/) },
        "www-authenticate": "Bearer",
      });
      expect(JSON.stringify(body)).not.toContain(secret);
    }
    expect(await updates()).toEqual([]);
    expect(await database.query.selectFrom("webhookDeliveries").selectAll().execute()).toEqual([]);
  });

  test("a refused delivery is accepted when it is sent again with the right signature", async () => {
    const { send } = await startReceiver(dialect);
    const delivery = randomUUID();
    expect((await send(fromGithub("push", githubPush(), "wrong", delivery))).status).toBe(401);
    expect((await send(fromGithub("push", githubPush(), secret, delivery))).status).toBe(202);
  });

  test("refusals are kept with the reason but without the request, at most ten and without repeats", async () => {
    const { send, database, clock, project } = await startReceiver(dialect);
    const refusals = () => listRefusals(database.query, project.id);
    const body = githubPush({ ref: "refs/heads/of-the-body", repository: {} });
    await send(fromGithub("push", body, "wrong"));
    await send(fromGithub("push", body, "wrong"));
    await send(fromGithub("push", body, secret));
    await send(fromGithub("<b>".repeat(50), body, ""));
    expect((await refusals()).map(({ event, problem }) => ({ event, problem }))).toEqual([
      { event: "push", problem: expect.stringContaining("body.repository must have required") },
      { event: "push", problem: expect.stringContaining("X-Hub-Signature-256 doesn't match") },
    ]);
    expect(JSON.stringify(await refusals())).not.toMatch(/of-the-body|sha256=|<b>/);
    for (let sent = 0; sent < refusalsMax; sent++) {
      clock.time += refusalPauseMilliseconds;
      await send(fromGithub("<b>".repeat(50), body, "wrong"));
    }
    const rows = await database.query.selectFrom("webhookRefusals").selectAll().execute();
    expect(rows).toHaveLength(refusalsMax);
    expect(new Set(rows.map(({ event }) => event))).toEqual(new Set(["unknown"]));
    await sweepDeliveries(database.query, clock.now());
    expect(await refusals()).toEqual([]);
  });

  test("an event about another repository is accepted, and kept with the problem", async () => {
    const { send, database, project } = await startReceiver(dialect);
    const foreign = githubPush({ repository: { clone_url: "https://github.com/stranger/other.git" } });
    expect(await send(fromGithub("push", foreign, secret))).toMatchObject(ignored);
    expect(await listDeliveries(database.query, project.id, 10)).toMatchObject([
      { problem: expect.stringContaining(project.repository) },
    ]);
  });

  test("a project without a secret looks like one that does not exist", async () => {
    const { send, createProject } = await startReceiver(dialect);
    const { id } = await createProject({ secret: null });
    const signed = fromGithub("push", githubPush(), secret);
    const [open, unknown] = [await send(signed, { projectId: id }), await send(signed, { projectId: "prj_none" })];
    expect([open.status, unknown.status]).toEqual([404, 404]);
    expect(open.body).toEqual(unknown.body);
  });

  test("a repeated delivery gets the first answer and triggers no second update", async () => {
    const { send, updates } = await startReceiver(dialect);
    const signed = fromGithub("push", githubPush(), secret);
    const first = await send(signed);
    const again = await send(signed);
    expect({ ...again, headers: {} }).toEqual({ ...first, headers: {} });
    expect(await updates()).toHaveLength(1);
    // The ID is the same, so the content doesn't matter.
    const changed = fromGithub("push", deletionOf("topic"), secret, signed.headers["x-github-delivery"]);
    expect((await send(changed)).body).toEqual(first.body);
  });

  test("a repeat of an ignored delivery is ignored even if the project has changed since", async () => {
    const { send, updates, publishPreview, subdomains } = await startReceiver(dialect);
    const push = fromGithub("push", pushTo("topic"), secret);
    const deletion = fromGithub("push", deletionOf("topic"), secret);
    expect(await send(push)).toMatchObject(ignored);
    const subdomain = await publishPreview("topic");
    expect(await send(deletion)).toMatchObject(ignored);
    await publishPreview("topic");
    expect(await send(push)).toMatchObject(ignored);
    expect(await send(deletion)).toMatchObject(ignored);
    expect(await updates()).toEqual([]);
    expect(await subdomains()).toEqual([subdomain]);
  });

  test("the same delivery ID in another project is another delivery", async () => {
    const { send, createProject, updates } = await startReceiver(dialect);
    const other = await createProject({});
    const signed = fromGithub("push", githubPush(), secret);
    await send(signed);
    expect((await send(signed, { projectId: other.id })).status).toBe(202);
    expect(await updates(other)).toHaveLength(1);
  });

  test("ten concurrent repeats on two nodes trigger one update", async () => {
    const { send, updates, waiting, addNode } = await startReceiver(dialect);
    await addNode();
    const signed = fromGithub("push", githubPush(), secret);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => send(signed, { node: index % 2 })));
    const [update, ...more] = await updates();
    expect(more).toEqual([]);
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(10).fill({ status: 202, body: { statusId: update?._id } }),
    );
    expect(await waiting()).toBe(1);
  });

  test("of ten concurrent first pushes on two nodes, one triggers the onboarding update", async () => {
    const { send, updates, addNode } = await startReceiver(dialect);
    await addNode();
    const sent = Array.from({ length: 10 }, (_, index) =>
      send(fromGithub("push", githubPush(), secret), { node: index % 2 }),
    );
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(10).fill(202));
    const sources = (await updates()).map(({ source }) => source).sort();
    expect(sources).toEqual([...Array(9).fill("github"), "onboarding"]);
  });

  test("a delivery is remembered for 30 days", async () => {
    const { send, updates, clock, database } = await startReceiver(dialect);
    const signed = fromGithub("push", githubPush(), secret);
    await send(signed);
    const sweepAt = async (time: number) => {
      clock.time = time;
      await sweepDeliveries(database.query, clock.now() - deliveryMilliseconds);
      await send(signed);
      return (await updates()).length;
    };
    const start = clock.now();
    expect(await sweepAt(start + deliveryMilliseconds - 1)).toBe(1);
    expect(await sweepAt(start + deliveryMilliseconds)).toBe(2);
  });

  test("other events, branches and repositories are ignored with a reason", async () => {
    const { send, updates } = await startReceiver(dialect);
    const sent: [event: string, payload: unknown][] = [
      ["ping", githubPing],
      ["issues", { action: "opened" }],
      ["push", githubPush({ ref: "refs/tags/main" })],
      ["push", githubPush({ ref: "refs/tags/main", after: noCommit, deleted: true })],
      ["push", pushTo("other")],
      ["push", pushTo("Main")],
      ["push", pushTo("refs/heads/main")],
      ["push", githubPush({ repository: { clone_url: "https://github.com/Codertocat/Another.git" } })],
      ["push", githubPush({ repository: { clone_url: "https://github.evil.example/Codertocat/Hello-World.git" } })],
      ["pull_request", githubPullRequest("labeled", "topic", githubRepository)],
      ["pull_request", githubPullRequest("opened", "topic", "https://github.com/stranger/Hello-World.git")],
      ["pull_request", githubPullRequest("opened", "main", githubRepository)],
      ["installation", githubInstallation("created", "Codertocat/Another")],
      ["installation", githubInstallation("deleted", "Codertocat/Hello-World")],
      ["installation_repositories", githubInstallationRepositories("removed", "Codertocat/Hello-World")],
    ];
    for (const [event, payload] of sent) {
      expect(await send(fromGithub(event, payload, secret))).toMatchObject(ignored);
    }
    expect(await updates()).toEqual([]);
  });

  test("GitLab's tags, merge requests and other events are ignored with a reason", async () => {
    const { send, updates, createProject } = await startReceiver(dialect);
    const project = await createProject({ repository: `${gitlabRepository.toUpperCase()}/` });
    const to = { projectId: project.id };
    const tag = gitlabPush({ object_kind: "tag_push", ref: "refs/tags/v1.0.0" });
    expect(await send(fromGitlab("Tag Push Hook", tag, secret), to)).toMatchObject(ignored);
    expect(await send(fromGitlab("Merge Request Hook", gitlabMergeRequest("approved", "x"), secret), to)).toMatchObject(
      ignored,
    );
    expect(await send(fromGitlab("Issue Hook", { object_kind: "issue" }, secret), to)).toMatchObject(ignored);
    expect(await updates(project)).toEqual([]);
    expect((await send(fromGitlab("Push Hook", gitlabPush(), secret), to)).status).toBe(202);
  });

  test("an older GitLab identifies a delivery by its event", async () => {
    const { send, updates, createProject } = await startReceiver(dialect);
    const project = await createProject({ repository: gitlabRepository });
    const { "idempotency-key": _key, ...headers } = fromGitlab("Push Hook", "", secret).headers;
    const signed: Signed = { host: "gitlab", headers, body: Buffer.from(JSON.stringify(gitlabPush())) };
    const first = await send(signed, { projectId: project.id });
    expect((await send(signed, { projectId: project.id })).body).toEqual(first.body);
    expect(await updates(project)).toHaveLength(1);
  });

  test.each([
    ["installation", githubInstallation("created", "codertocat/hello-world", "Codertocat/Another")],
    ["installation_repositories", githubInstallationRepositories("added", "Codertocat/Hello-World")],
  ])("the event %s triggers an update if it includes the project's repository", async (event, payload) => {
    const { send, updates } = await startReceiver(dialect);
    expect((await send(fromGithub(event, payload, secret))).status).toBe(202);
    expect(await updates()).toMatchObject([{ source: "github-app-installation", subdomain: "acme-docs" }]);
  });

  test("an opened pull request creates a preview of its branch, once", async () => {
    const { send, updates } = await startReceiver(dialect);
    const opened = await send(
      fromGithub("pull_request", githubPullRequest("opened", "topic", githubRepository), secret),
    );
    expect(opened.status).toBe(202);
    expect(await updates()).toMatchObject([{ subdomain: "topic--acme-docs", source: "github" }]);
    const again = fromGithub("pull_request", githubPullRequest("reopened", "topic", githubRepository), secret);
    expect(await send(again)).toMatchObject(ignored);
  });

  test("a push to a branch with a preview updates the preview, whatever the branch is called", async () => {
    const { send, updates, publishPreview, onboard } = await startReceiver(dialect);
    await onboard();
    for (const branch of ["topic", "docs/größe", "功能/中文", "🚀", "feature--x"]) {
      expect(await send(fromGithub("push", pushTo(branch), secret))).toMatchObject(ignored);
      const subdomain = await publishPreview(branch);
      const { status, body } = await send(fromGithub("push", pushTo(branch), secret));
      expect(status).toBe(202);
      const update = { _id: body.statusId, source: "github", subdomain, author: { name: "Codertocat" } };
      expect((await updates()).at(-1)).toMatchObject(update);
    }
  });

  test("a push to a branch whose preview is being built is not lost", async () => {
    const { send, updates, publishPreview, database, project } = await startReceiver(dialect);
    await publishPreview("topic");
    expect((await send(fromGithub("push", pushTo("topic"), secret))).status).toBe(202);
    await database.query.deleteFrom("sites").where("projectId", "=", project.id).execute();
    expect((await send(fromGithub("push", pushTo("topic"), secret))).status).toBe(202);
    expect(await updates()).toHaveLength(2);
  });

  test.each([
    ["a push deletes its branch", "push", deletionOf("größe/1")],
    ["an event reports that its branch was deleted", "delete", githubDelete("größe/1", "branch")],
    ["its pull request is closed", "pull_request", githubPullRequest("closed", "größe/1", `${githubRepository}.git`)],
  ])("a preview is removed when %s", async (_name, event, payload) => {
    const { send, updates, publishPreview, subdomains } = await startReceiver(dialect);
    const kept = await publishPreview("grösse/1");
    await publishPreview("größe/1");
    expect(await send(fromGithub(event, payload, secret))).toMatchObject(ignored);
    expect(await subdomains()).toEqual([kept]);
    expect(await updates()).toEqual([]);
  });

  test("a pull request from a fork gets no preview, so its scripts never run on a site of the project", async () => {
    const { send, updates, subdomains } = await startReceiver(dialect);
    const fork = "https://github.com/stranger/Hello-World.git";
    expect(await send(fromGithub("pull_request", githubPullRequest("opened", "topic", fork), secret))).toMatchObject(
      ignored,
    );
    expect(await updates()).toEqual([]);
    expect(await subdomains()).toEqual([]);
  });

  test("a preview stays when a branch of the same name is deleted in another repository", async () => {
    const { send, publishPreview, subdomains } = await startReceiver(dialect);
    const kept = await publishPreview("topic");
    const fork = "https://github.com/stranger/Hello-World.git";
    await send(fromGithub("pull_request", githubPullRequest("closed", "topic", fork), secret));
    await send(fromGithub("pull_request", githubPullRequest("closed", "topic", null), secret));
    await send(fromGithub("delete", githubDelete("topic", "tag"), secret));
    expect(await subdomains()).toEqual([kept]);
  });

  test("the project's site stays when its own branch is deleted or was the head of a pull request", async () => {
    const { send, subdomains, project, database, clock } = await startReceiver(dialect);
    const site = { subdomain: "acme-docs", projectId: project.id, branch: "main", updateId: "upd_1", artifact: "0" };
    await database.query
      .insertInto("sites")
      .values({ ...site, publishedAt: clock.now() })
      .execute();
    const closed = githubPullRequest("closed", "main", `${githubRepository}.git`);
    expect(await send(fromGithub("push", deletionOf("main"), secret))).toMatchObject(ignored);
    expect(await send(fromGithub("pull_request", closed, secret))).toMatchObject(ignored);
    expect(await subdomains()).toEqual(["acme-docs"]);
  });

  test("every malformed webhook gets a clear error, and is not remembered as a delivery", async () => {
    const { send, updates, database } = await startReceiver(dialect);
    const sent: Record<string, Signed> = {
      garbage: fromGithub("push", "{not json", secret),
      "no body": fromGithub("push", "", secret),
      "another type": fromGithub("push", "[1]", secret),
      "a missing field": fromGithub("push", githubPush({ repository: undefined }), secret),
      "a form without a payload": { ...fromGithubForm("push", {}, secret), ...formOf("other=1") },
      "garbage in a form": fromGithubForm("push", "{not json", secret),
      "no delivery id": withoutHeader(fromGithub("push", githubPush(), secret), "x-github-delivery"),
      "no event": withoutHeader(fromGithub("push", githubPush(), secret), "x-github-event"),
      "an endless delivery id": fromGithub("push", githubPush(), secret, "x".repeat(256)),
      "an endless event": fromGithub("x".repeat(101), githubPush(), secret),
      "deep nesting": fromGithub("push", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, secret),
    };
    for (const [name, signed] of Object.entries(sent)) {
      expect({ name, ...(await send(signed)) }).toMatchObject({
        name,
        status: 400,
        body: { error: expect.stringMatching(/\.$/) },
      });
    }
    expect(await updates()).toEqual([]);
    expect(await database.query.selectFrom("webhookDeliveries").selectAll().execute()).toEqual([]);
  });

  test("the error about a malformed payload names the missing field", async () => {
    const { send } = await startReceiver(dialect);
    const { body } = await send(fromGithub("push", githubPush({ repository: {} }), secret));
    expect(body.details).toEqual([{ path: "body.repository", message: expect.stringContaining("clone_url") }]);
  });

  test("a body may have at most 5 MiB", async () => {
    const { send, updates } = await startReceiver(dialect);
    const bare = Buffer.byteLength(JSON.stringify(githubPush({ padding: "" })));
    const push = (bytes: number) => fromGithub("push", githubPush({ padding: "x".repeat(bytes - bare) }), secret);
    expect((await send(push(5 * 1_048_576))).status).toBe(202);
    expect(await send(push(5 * 1_048_576 + 1))).toMatchObject({
      status: 413,
      body: { error: expect.stringContaining("5 MiB") },
    });
    expect(await updates()).toHaveLength(1);
  });

  test("a body that is neither JSON nor a form is refused", async () => {
    const { send } = await startReceiver(dialect);
    const signed = fromGithub("push", githubPush(), secret);
    const xml = { ...signed, headers: { ...signed.headers, "content-type": "application/xml" } };
    expect((await send(xml)).status).toBe(415);
  });

  test("characters that the database cannot store are removed", async () => {
    const { send, updates } = await startReceiver(dialect);
    const push = githubPush({ sender: { login: "a\u0000b", avatar_url: "https://a.example/\u0000\ud800", id: 1 } });
    expect((await send(fromGithub("push", push, secret))).status).toBe(202);
    expect((await updates())[0]?.author).toMatchObject({ name: "a b", githubUserId: 1 });
    expect(await send(fromGithub("push", pushTo("x\u0000y\ud800"), secret))).toMatchObject(ignored);
  });
});

function formOf(body: string): Pick<Signed, "headers" | "body"> {
  const { headers } = fromGithubForm("push", "", secret);
  const signed = fromGithub("push", body, secret);
  return {
    headers: { ...signed.headers, "content-type": headers["content-type"] ?? "" },
    body: signed.body,
  };
}

function withoutHeader({ headers, ...signed }: Signed, name: string): Signed {
  return { ...signed, headers: Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name)) };
}
