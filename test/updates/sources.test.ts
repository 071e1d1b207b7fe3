import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { UpdateStatus } from "../../src/contract/schemas.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { accessDefaults } from "../../src/projects/access/access.ts";
import { saveAccess } from "../../src/projects/access/store.ts";
import type { ProjectSource } from "../../src/projects/project-sources.ts";
import { findProjectById, type Project, updateProject } from "../../src/projects/store.ts";
import { insertReaderSession } from "../../src/readers/session-store.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { until } from "../faults/queue-test-support.ts";
import { slow } from "../support/slow.ts";
import { ownImage, type Publisher, startPublisher } from "./publisher.ts";

vi.setConfig(slow);

let lectern: Publisher;
beforeAll(async () => {
  lectern = await startPublisher("sqlite");
});
afterAll(() => lectern.close());

const settings = (navigation: object, name = "ACME") =>
  JSON.stringify({ theme: "mint", name, colors: { primary: "#3b5bdb" }, navigation, seo: ownImage });
const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path d="M0 0h9v9z"/></svg>';

async function setSources(project: Project, sources: ProjectSource[]): Promise<UpdateStatus> {
  await setProjectSources(project, sources);
  return update(project);
}

async function setProjectSources({ id }: Project, sources: ProjectSource[]): Promise<void> {
  await updateProject(lectern.app.database.query, id, { sources });
}

async function update({ id }: Project): Promise<UpdateStatus> {
  const { app } = lectern;
  const project = await findProjectById(app.database.query, id);
  if (project === undefined) throw new Error("no project");
  const { id: statusId } = await app.database.transaction((tx) =>
    triggerUpdate(app, tx, { project, source: "internal", trigger: "settings" }),
  );
  return lectern.ended(statusId);
}

const source = (path: string, name: string, more: Partial<ProjectSource> = {}): ProjectSource => ({
  path,
  repository: null,
  ref: { kind: "branch", name },
  directory: "",
  ...more,
});

/** Makes a project read a repository of this server by its address, as it would one of another host. */
async function readByAddress({ id }: Project, { repository }: Project): Promise<void> {
  const { app, adminKey } = lectern;
  const token = { repository, repositoryToken: app.secrets.seal(adminKey), hostedRepository: null };
  await app.database.query.updateTable("projects").set(token).where("id", "=", id).execute();
}

test("a version of a site is a tag of its repository, with its own links, pictures and snippets", async () => {
  const hosted = await lectern.publish("versions", {
    "docs.json": settings({ groups: [{ group: "Start", pages: ["index", "install"] }] }),
    "index.mdx": `${page("Welcome", 'See [install](/install) and <img src="/images/a.svg" alt="A" />.')}`,
    "install.mdx": `${page("Install", 'import Note from "/snippets/note.mdx";\n\n<Note />\n\n<Card title="Home" href="/">Go</Card>')}`,
    "snippets/note.mdx": "Version one of the note.",
    "images/a.svg": picture,
    "style.css": ".first { color: red }",
  });
  const work = await hosted.clone();
  await work.git("tag", "-a", "v1", "-m", "First");
  await work.push("refs/tags/v1");
  await work.commitAndPush({
    "docs.json": settings({
      versions: [
        { version: "2", groups: [{ group: "Start", pages: ["index", "install", "new"] }] },
        { version: "1", groups: [{ sourceRef: "/v1" }] },
      ],
    }),
    "snippets/note.mdx": "Version two of the note.",
    "new.mdx": page("New", "Only in [the newest](/install)."),
    "style.css": undefined,
  });
  expect(await lectern.ended(await lectern.newest(hosted.project))).toMatchObject({ status: "failure" });

  const done = await setSources(hosted.project, [source("v1", "v1", { ref: { kind: "tag", name: "v1" } })]);
  expect(done).toMatchObject({ status: "success", problems: { errors: 0, warnings: 0 } });
  const sha = await work.git("rev-parse", "v1^{commit}");
  expect(done.sources).toEqual([{ path: "v1", ref: "v1", sha }]);
  expect(done.logs.join("\n")).toContain(`fetch-source: v1: ${sha.slice(0, 12)}`);

  const [home, old, now] = await Promise.all(
    ["/v1", "/v1/install", "/install"].map((path) => lectern.read("versions", path)),
  );
  expect(home?.text).toContain('href="/v1/install"');
  expect(home?.text).toContain('src="/v1/images/a.svg"');
  expect(old?.text).toContain("Version one of the note.");
  expect(old?.text).toContain('href="/v1"');
  expect(now?.text).toContain("Version two of the note.");
  expect(now?.text).toContain('<a href="/">Home</a>');
  expect((await lectern.read("versions", "/v1/images/a.svg")).status).toBe(200);
  expect((await lectern.read("versions", "/v1/docs.json")).status).toBe(404);
  expect((await lectern.read("versions", "/v1/install.md")).text).toContain("Version one of the note.");
  // The old stylesheet doesn't change how the site looks now.
  expect(now?.text).not.toContain("first");
});

test("several repositories make one site, and each push to one of them publishes it", async () => {
  const sdk = await lectern.createProject("sdk", {
    "docs.json": settings({ groups: [{ group: "Calls", pages: ["start", "GET /users"], openapi: "api.json" }] }, "SDK"),
    "start.mdx": page("Start the SDK", "Back to [the overview](/overview). See [users](/api-reference/list-users)."),
    "api.json": JSON.stringify({
      openapi: "3.1.0",
      info: { title: "API", version: "1" },
      paths: { "/users": { get: { summary: "List users", responses: { 200: { description: "ok" } } } } },
    }),
  });
  const docs = await lectern.createProject("several-docs", {
    "docs.json": settings({
      tabs: [
        { tab: "Docs", pages: ["overview"] },
        { tab: "SDK", groups: [{ sourceRef: "git/sdk" }] },
      ],
    }),
    "overview.mdx": page("Overview", "Read [the SDK](/sdk/start)."),
    "sdk/left-out.mdx": page("Left out", "The source wins."),
  });
  const main = await lectern.createProject("several", {
    "docs.json": settings({ pages: ["index"] }),
    "index.mdx": page("Welcome", "Hello."),
  });
  await readByAddress(main.project, docs.project);
  const remote = source("sdk", "main", { repository: sdk.project.repository });
  const done = await setSources(main.project, [remote]);
  expect(done.summary).toContain("Published");
  expect(done).toMatchObject({ status: "success", problems: { errors: 0, warnings: 0 } });
  expect(done.sources).toMatchObject([{ path: "sdk", ref: "main", repository: sdk.project.repository }]);
  const start = await lectern.read("several", "/sdk/start");
  expect(start.text).toContain('href="/overview"');
  expect(start.text).toContain('href="/sdk/api-reference/list-users"');
  expect((await lectern.read("several", "/sdk/api-reference/list-users")).text).toContain("List users");
  expect((await lectern.read("several", "/sdk/left-out")).status).toBe(404);
  expect((await lectern.read("several", "/sitemap.xml")).text).toContain("/sdk/start");

  // A mistake in a page of the source doesn't take the page off the site.
  const sdkWork = await sdk.clone();
  await sdkWork.commitAndPush({
    "start.mdx": page("Start the SDK", "<Note>never closed"),
    "next.mdx": page("Next", "x"),
  });
  const broken = await update(main.project);
  expect(broken).toMatchObject({ status: "success", problems: { errors: 1 } });
  expect((await lectern.read("several", "/sdk/start")).text).toContain('href="/overview"');
  expect((await lectern.read("several", "/sdk/next")).status).toBe(200);

  // A source that can't be fetched fails the update; the published site stays.
  const gone = await setSources(main.project, [source("sdk", "missing", { repository: sdk.project.repository })]);
  expect(gone).toMatchObject({ status: "failure" });
  expect(gone.summary).toContain("The source sdk: The repository has no branch missing");
  expect((await lectern.read("several", "/sdk/next")).status).toBe(200);

  // Without the source, the project's own files are there again.
  await docs
    .clone()
    .then((own) => own.commitAndPush({ "docs.json": settings({ pages: ["overview", "sdk/left-out"] }) }));
  expect(await setSources(main.project, [])).toMatchObject({ status: "success", problems: { errors: 0 } });
  expect((await lectern.read("several", "/sdk/left-out")).text).toContain("The source wins.");
  expect((await lectern.read("several", "/sdk/next")).status).toBe(404);
});

test("a push to a branch that is a source publishes the site with it", async () => {
  const hosted = await lectern.publish("pushed", {
    "docs.json": settings({ pages: ["index"] }),
    "index.mdx": page("Welcome", "Hello."),
  });
  const work = await hosted.clone();
  // The branch may be pushed after it became a source.
  expect(await setSources(hosted.project, [source("old", "old")])).toMatchObject({ status: "failure" });
  await work.push("HEAD:old");
  const first = await lectern.ended(await lectern.newest(hosted.project));
  // Without a reference, the sources are products next to the project's own pages.
  expect(first).toMatchObject({ status: "success" });
  expect((await lectern.read("pushed", "/")).text).toContain("/old");
  const sha = await work.commit({ "index.mdx": page("Welcome", "Changed words.") });
  await work.push("HEAD:old");
  const pushed = await lectern.ended(await lectern.newest(hosted.project));
  expect(pushed).toMatchObject({ status: "success", sources: [{ path: "old", sha }] });
  expect((await lectern.read("pushed", "/old")).text).toContain("Changed words.");
  expect((await lectern.read("pushed", "/")).text).toContain("Hello.");
});

test("readers of a private site see the sources at the commits that were published", async () => {
  const hosted = await lectern.publish("private-sources", {
    "docs.json": settings({ pages: ["index"] }),
    "index.mdx": "---\ntitle: Welcome\npublic: true\n---\n\nHello.\n",
  });
  const work = await hosted.clone();
  await work.commit({
    "docs.json": settings({ pages: ["index", "alpha"] }),
    "alpha.mdx": "---\ntitle: Alpha\ngroups: [alpha]\n---\n\nFor alpha.\n",
  });
  await work.push("HEAD:old");
  const { app } = lectern;
  const access = {
    projectId: hosted.project.id,
    kind: "readers",
    previews: "members",
    settings: accessDefaults,
  } as const;
  await saveAccess(app.database.query, { ...access, updatedAt: 0 });
  const done = await setSources(hosted.project, [source("old", "old")]);
  expect(done.status).toBe("success");
  expect((await lectern.read("private-sources", "/old")).text).toContain("Hello.");
  // Nobody with this group has come yet, so their artifact is built now, from the commits that were published.
  const token = randomBytes(32).toString("base64url");
  await insertReaderSession(app.database.query, {
    ...{ id: "rds_sources", tokenHash: hashToken(token), projectId: hosted.project.id, method: "jwt", subject: "ada" },
    ...{ groups: '["alpha"]', profile: "{}", createdAt: Date.now(), expiresAt: Date.now() + 3_600_000 },
  });
  await setProjectSources(hosted.project, []);
  const headers = { cookie: `lectern.reader=${token}` };
  const read = async () => {
    const { status, text } = await lectern.read("private-sources", "/old/alpha", { headers });
    return status === 200 ? text : undefined;
  };
  expect(await until(read, { timeoutSeconds: 300 })).toContain("For alpha.");
});
