import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { makeRepository, serveRepositories } from "../../src/git/git-test-support.ts";
import { findAccess } from "../../src/projects/access/store.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { lecternJsonHere } from "../cli/lectern.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { eventsOf } from "../support/events-of.ts";
import { slow } from "../support/slow.ts";
import { githubPush } from "../webhooks/payloads.ts";
import { fromGithub, type Signed } from "../webhooks/sign.ts";
import { writeFiles } from "./clone.ts";
import { type Publisher, smallProject, startPublisher, temporaryFolder } from "./publisher.ts";

vi.setConfig(slow);

onDatabaseOfRun((dialect) => {
  // Databases and stores are independent, so each is tested once.
  const store = dialect === "sqlite" ? "folder" : "s3";
  let lectern: Publisher;
  beforeAll(async () => {
    lectern = await startPublisher(dialect, store);
  });
  afterAll(() => lectern.close());

  test("a pushed commit is published, its status says so, and its log lists every step with its duration", async () => {
    const { project, first, clone } = await lectern.publish("acme", smallProject);
    expect(first).toMatchObject({ status: "success", source: "onboarding", subdomain: "acme" });
    expect(first.commit?.filesChanged?.added.toSorted()).toEqual(Object.keys(smallProject).toSorted());
    for (const line of [
      /^fetch-source: branch main \(\d+ ms\)$/,
      /^fetch-source: [0-9a-f]{12} by Lectern: Import$/,
      /^fetch-source: files \(\d+ ms\)$/,
      /^build-pages: Read 3 pages, 0 snippets and 0 assets \(\d+ ms\)$/,
      /^build-pages: 3 pages rendered \(3 new\), 0 reused \(\d+ ms\)$/,
      /^index-pages: 3 pages \(\d+ ms\)$/,
      /^publish-site: \d+ files, \d+ new, 0 unchanged: [0-9a-f]{12} \(\d+ ms\)$/,
    ]) {
      expect(first.logs).toContainEqual(expect.stringMatching(line));
    }

    const work = await clone();
    await work.git("config", "user.name", "Zoë");
    await work.git("mv", "guides/start.mdx", "guides/begin.mdx");
    const docs = smallProject["docs.json"]?.toString().replace("guides/start", "guides/begin") ?? "";
    const changes = { "index.mdx": "# Hello\n\nThe second words.\n", "größe-名.md": "# Size\n", "docs.json": docs };
    const sha = await work.commitAndPush(changes, "Say it better\n\nAt length.");
    const update = await lectern.ended(await lectern.newest(project));

    expect(update).toMatchObject({
      projectId: project.id,
      status: "success",
      source: "internal",
      subdomain: "acme",
      summary: expect.stringMatching(`^Published 4 pages at http://acme\\.localhost:${lectern.port}`),
      author: { name: "Ada" },
      commit: {
        sha,
        ref: "main",
        message: "Say it better\n\nAt length.",
        filesChanged: {
          added: ["größe-名.md", "guides/begin.mdx"].toSorted(),
          modified: ["docs.json", "index.mdx"],
          removed: ["guides/start.mdx"],
        },
      },
    });
    const events = await eventsOf(lectern.app.database, project.id);
    expect(events.map(({ type, subject }) => [type, subject])).toEqual([
      ["update.succeeded", first._id],
      ["update.succeeded", update._id],
    ]);
    expect(events[1]?.data.update).toMatchObject({ summary: update.summary, isPreview: false, author: "Ada" });
    expect(Date.parse(update.endedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(update.createdAt));
    const home = await lectern.read("acme", "/");
    expect([home.status, home.text]).toEqual([200, expect.stringContaining("The second words.")]);
    expect((await lectern.read("acme", `/${encodeURIComponent("größe-名")}`)).status).toBe(200);
    expect((await lectern.read("acme", "/guides/begin")).text).toContain("How to begin.");
    expect((await lectern.read("acme", "/guides/start")).status).toBe(404);
  });

  test("a second push renders and stores only changed pages", async () => {
    const { project, clone } = await lectern.publish("again", smallProject);
    const work = await clone();
    await work.commitAndPush({ "guides/end.mdx": "---\ntitle: End\n---\n\nAnother end.\n" });
    const update = await lectern.ended(await lectern.newest(project));
    expect(update.logs).toContainEqual(
      expect.stringMatching(/^build-pages: 1 page rendered \(1 changed\), (?:\d laid out again \(.*\), )?\d reused/),
    );
    const [, files, stored, reused] =
      /publish-site: (\d+) files, (\d+) new, (\d+) unchanged/.exec(update.logs.join("\n")) ?? [];
    expect(Number(reused)).toBe(Number(files) - Number(stored));
    expect(Number(reused)).toBeGreaterThanOrEqual(4);
  });

  test("a push that changes nothing on the site still succeeds", async () => {
    const { project, first, clone } = await lectern.publish("same", smallProject);
    const work = await clone();
    const sha = await work.commitAndPush({}, "Nothing");
    const update = await lectern.ended(await lectern.newest(project));
    expect(update).toMatchObject({ status: "success", commit: { sha } });
    expect(update.commit?.filesChanged).toEqual({ added: [], modified: [], removed: [] });
    expect(update._id).not.toBe(first._id);
  });

  test("only the content directory of a repository is published", async () => {
    const files = Object.fromEntries(Object.entries(smallProject).map(([path, text]) => [`site/docs/${path}`, text]));
    const { first } = await lectern.publish(
      "nested",
      { ...files, "secret.mdx": "# Not this\n", "docs.json": "{" },
      { directory: "site/docs" },
    );
    expect(first.status).toBe("success");
    expect((await lectern.read("nested", "/guides/start")).status).toBe(200);
    expect((await lectern.read("nested", "/secret")).status).toBe(404);
  });

  test("a push reported by GitHub is fetched from there and published with the account's name", async () => {
    const { folder, remove } = temporaryFolder();
    onTestFinished(remove);
    const remote = await makeRepository(folder, "docs", smallProject);
    const host = await serveRepositories(folder);
    const repository = `${host.url}/docs.git`;
    const secret = "a secret of the webhook";
    const project = await createProject(lectern.app, lectern.app.database.query, {
      organizationId: lectern.organizationId,
      name: "Elsewhere",
      domain: `elsewhere`,
      repository,
      webhookSecret: lectern.app.secrets.seal(secret),
    });
    const push = (after: string) => {
      const payload = githubPush({ after, repository: { clone_url: repository } });
      return fromGithub("push", payload, secret, `delivery of ${after}`);
    };

    const first = await deliver(lectern, project.id, push(await remote.git("rev-parse", "HEAD")));
    expect(await lectern.ended(first)).toMatchObject({ status: "success", source: "onboarding" });
    const sha = await remote.commit({ "index.mdx": "# Home\n\nFrom far away.\n" });
    const second = await deliver(lectern, project.id, push(sha));
    expect(await lectern.ended(second)).toMatchObject({
      status: "success",
      source: "github",
      commit: { sha, filesChanged: { added: [], modified: ["index.mdx"], removed: [] } },
      author: { name: "Codertocat", githubUserId: 21031067 },
    });
    expect((await lectern.read("elsewhere", "/")).text).toContain("From far away.");

    const updates = () => lectern.client.listUpdates({ projectId: project.id });
    const before = (await updates()).updates.length;
    expect(await deliver(lectern, project.id, push(sha))).toBe(second);
    expect((await updates()).updates.length).toBe(before);
  });

  test("importing a folder on the command line prints the repository to push to, and publishes the site", async () => {
    const { folder, remove } = temporaryFolder();
    onTestFinished(remove);
    writeFiles(folder, smallProject);
    const created = await lecternJsonHere<{ projectId: string; repository: string }>(
      lectern.variables,
      ...["project", "create", "--organization", lectern.organizationId, "--name", "Docs", "--domain", "imported"],
      ...["--from", folder],
    );
    expect(created.repository).toBe(`${lectern.url}/git/imported.git`);
    const { updates } = await lectern.client.listUpdates({ projectId: created.projectId });
    expect(updates.map(({ source }) => source)).toEqual(["onboarding"]);
    expect((await lectern.ended(updates[0]?._id ?? "")).status).toBe("success");
    expect((await lectern.read("imported", "/")).text).toContain("The first words.");
    expect((await findAccess(lectern.app.database.query, created.projectId)).previews).toBe("members");
  });
});

async function deliver(lectern: Publisher, projectId: string, { headers, body }: Signed): Promise<string> {
  const reply = await fetch(`${lectern.url}/webhooks/github/${projectId}`, {
    method: "POST",
    headers,
    body: new Uint8Array(body),
  });
  const answer = (await reply.json()) as { statusId?: string };
  expect([reply.status, answer]).toEqual([202, { statusId: expect.any(String) }]);
  return answer.statusId ?? "";
}
