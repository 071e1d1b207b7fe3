import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { foldersOf } from "../../src/app/folders.ts";
import type { UpdateStatus } from "../../src/contract/schemas.ts";
import { plainGit, serveRepositories, writeBlob, writeRawTree } from "../../src/git/git-test-support.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { changeRepository } from "../../src/projects/repositories/change-repository.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { hastenJobs } from "../faults/hasten-jobs.ts";
import { until } from "../faults/queue-test-support.ts";
import { onDatabaseOfRun, onOneDatabase } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import { type Files, writeFiles } from "./clone.ts";
import { type HostedProject, type Publisher, smallProject, startPublisher, temporaryFolder } from "./publisher.ts";

vi.setConfig(slow);

const { "docs.json": _docs, ...withoutSettings } = smallProject;
const settings = { theme: "mint", name: "ACME", colors: { primary: "#3b5bdb" }, navigation: { pages: ["index"] } };
const megabyte = 1_000_000;
const deepPages = {
  quotes: `${">".repeat(20_000)} deep`,
  lists: Array.from({ length: 700 }, (_, index) => `${" ".repeat(index * 2)}- deep`).join("\n"),
  elements: `${"<div>".repeat(5_000)}deep${"</div>".repeat(5_000)}`,
  brackets: `${"[".repeat(50_000)}deep${"](a)".repeat(50_000)}`,
  stars: "*a **b ".repeat(20_000),
  expressions: `{${"(".repeat(20_000)}1${")".repeat(20_000)}}`,
  "a-language-of-brackets": `\`\`\`js\n${"((((".repeat(10_000)}\n\`\`\``,
};

onDatabaseOfRun((dialect) => {
  // Only names and log lines from an author's content reach the database.
  const whateverDatabase = onOneDatabase(dialect);
  let lectern: Publisher;
  let victim: HostedProject;
  let count = 0;

  beforeAll(async () => {
    lectern = await startPublisher(dialect);
    victim = await lectern.publish("victim", smallProject);
  });
  afterAll(() => lectern.close());

  const gitDirOf = ({ project }: HostedProject) =>
    join(foldersOf(lectern.app.config).repositories, `${project.domain}.git`);

  const change = (
    { project }: HostedProject,
    work: (git: (...args: string[]) => Promise<string>) => Promise<unknown>,
  ) =>
    changeRepository({ ...lectern.app, repositoriesFolder: foldersOf(lectern.app.config).repositories }, project, {
      work: ({ gitDir }) => work((...args) => plainGit([`--git-dir=${gitDir}`, ...args])),
    });

  /** Commits a tree whose objects are already in the repository's cache. */
  const commitTree = (hosted: HostedProject, tree: string) =>
    change(hosted, async (git) => {
      const commit = (await git("commit-tree", "-m", "Hostile", tree)).trim();
      await git("update-ref", "refs/heads/main", commit);
    });

  /** Runs an update of the victim's branch. Whatever it contains, the published site must stay the same. */
  async function failUpdate(): Promise<UpdateStatus> {
    const { app } = lectern;
    const { id } = await app.database.transaction((tx) =>
      triggerUpdate(app, tx, { project: victim.project, source: "api" }),
    );
    const update = await lectern.ended(id);
    expect([update.status, update.logs]).toEqual(["failure", expect.anything()]);
    expect((await lectern.read("victim", "/")).text).toContain("The first words.");
    expectNothingTold(update);
    expect(leftTrees()).toEqual([]);
    return update;
  }

  /** Commits files directly, because the git host's own checks would refuse some of them. */
  async function failWith(files: Files): Promise<UpdateStatus> {
    await commitTree(victim, await treeOf(gitDirOf(victim), files));
    return failUpdate();
  }

  async function failWithTree(entries: Parameters<typeof writeRawTree>[1]): Promise<UpdateStatus> {
    await commitTree(victim, await writeRawTree(gitDirOf(victim), entries));
    return failUpdate();
  }

  /** Publishes a new project, which must succeed, and returns its log and a way to read its pages. */
  async function publishOdd(files: Files, entries?: (gitDir: string) => Promise<Parameters<typeof writeRawTree>[1]>) {
    count += 1;
    const domain = `odd-${count}`;
    const hosted = await lectern.createProject(domain, files);
    let statusId = hosted.firstUpdate;
    if (entries !== undefined) {
      await lectern.ended(statusId);
      await commitTree(hosted, await writeRawTree(gitDirOf(hosted), await entries(gitDirOf(hosted))));
      const { app } = lectern;
      const request = { project: hosted.project, source: "api" } as const;
      statusId = (await app.database.transaction((tx) => triggerUpdate(app, tx, request))).id;
    }
    const update = await lectern.ended(statusId);
    expect([update.status, update.summary]).toEqual(["success", expect.stringContaining("Published")]);
    expectNothingTold(update);
    return { update, logs: update.logs.join("\n"), read: (path: string) => lectern.read(domain, path) };
  }

  function expectNothingTold({ logs, summary }: UpdateStatus): void {
    const told = [summary, ...logs].join("\n");
    for (const secret of [lectern.storage.dataFolder, lectern.adminKey, process.cwd(), "/tmp/", "node:", "file://"]) {
      expect(told).not.toContain(secret);
    }
    expect(told).not.toMatch(/^\s+at |\.ts:\d|Error:|SQLITE|ENOENT|\bundefined\b/m);
  }

  function leftTrees(): string[] {
    return readdirSync(foldersOf(lectern.app.config).trees);
  }

  describe("a broken repository fails with a message that says what to fix", whateverDatabase, () => {
    test.each<[string, Files, RegExp]>([
      ["without settings", withoutSettings, /^there is no docs\.json in the project folder \(add one/],
      [
        "with an older settings file that is empty",
        { ...withoutSettings, "mint.json": "{}" },
        /^mint\.json: "name" is missing/,
      ],
      [
        "with settings that aren't JSON",
        { ...smallProject, "docs.json": '{\n  "name": "ACME",\n}' },
        /^docs\.json:3:1: is not valid JSON/,
      ],
      [
        "with settings that are cut off",
        { ...smallProject, "docs.json": '{"name": "AC' },
        /^docs\.json:1:13: is not valid JSON/,
      ],
      ["with empty settings", { ...smallProject, "docs.json": "" }, /^docs\.json: is not valid JSON/],
      ["whose settings are a list", { ...smallProject, "docs.json": "[1, 2]" }, /^docs\.json: must contain one object/],
      [
        "with a reference to a file outside the project",
        { ...smallProject, "docs.json": '{"navigation": {"$ref": "../../../etc/passwd.json"}}' },
        /^docs\.json:1: "\$ref": .* points outside the project/,
      ],
      [
        "with a reference to a URL",
        { ...smallProject, "docs.json": '{"$ref": "http://127.0.0.1/a.json"}' },
        /^docs\.json:1: "\$ref" is .* must be a relative path/,
      ],
      [
        "with circular references",
        { ...smallProject, "docs.json": '{"$ref": "./a.json"}', "a.json": '{"$ref": "./docs.json"}' },
        /^a\.json:1: "\$ref" forms a loop/,
      ],
    ])("a repository %s fails with a message that says what to fix", async (_what, files, sentence) => {
      const { summary, logs } = await failWith(files);
      expect(summary).toMatch(sentence);
      expect(logs).toContain(`error: ${summary}`);
    });

    test("a repository without files fails with a message that says what to fix", async () => {
      const { summary } = await failWithTree([]);
      expect(summary).toMatch(/^there is no docs\.json/);
    });

    test("a repository without branches fails with a message that says what to fix", async () => {
      const hosted = await lectern.createProject("branchless", smallProject, { branch: "trunk" });
      await lectern.ended(hosted.firstUpdate);
      await change(hosted, (git) => git("update-ref", "-d", "refs/heads/trunk"));
      const { statusId } = await lectern.client.triggerUpdate({ projectId: hosted.project.id });
      const update = await lectern.ended(statusId);
      expect(update.summary).toBe("The repository has no branch trunk; push it first.");
      expect((await lectern.read("branchless", "/")).status).toBe(200);
    });
  });

  describe("a bomb is refused before it goes off", whateverDatabase, () => {
    test("deeply nested lists in the settings are refused", async () => {
      const deep = 200_000;
      const { summary } = await failWith({
        ...smallProject,
        "docs.json": `{"navigation": ${"[".repeat(deep)}${"]".repeat(deep)}}`,
      });
      expect(summary).toMatch(/^docs\.json: is nested more than \d+ deep/);
    });

    test("references that double with every file are refused", async () => {
      const files = Array.from({ length: 30 }, (_, index) => {
        const next = JSON.stringify({ $ref: `./${index + 1}.json` });
        return [`${index}.json`, `{"a": ${next}, "b": ${next}}`] as const;
      });
      const { summary } = await failWith({
        ...smallProject,
        ...Object.fromEntries(files),
        "30.json": "{}",
        "docs.json": '{"navigation": {"$ref": "./0.json"}}',
      });
      expect(summary).toMatch(/has more than 400000 values including its references|is nested more than \d+ deep/);
    });

    test("a page with nested YAML aliases loses only its frontmatter, and the log names the line", async () => {
      const lines = Array.from(
        { length: 30 },
        (_, index) => `a${index + 1}: &a${index + 1} [${Array(9).fill(`*a${index}`)}]`,
      );
      const bomb = `---\na0: &a0 [lol]\n${lines.join("\n")}\ntitle: *a30\n---\n\nStill here.\n`;
      const { logs, read } = await publishOdd({ ...smallProject, "bomb.mdx": bomb });
      expect(logs).toMatch(/error: bomb\.mdx:\d+: the frontmatter uses YAML aliases/);
      expect((await read("/bomb")).text).toContain("Still here.");
    });

    test("deeply nested pages affect only themselves", async () => {
      const pages = Object.entries(deepPages).map(([name, body]) => [`${name}.mdx`, `# Deep\n\n${body}\n`]);
      const { logs, read } = await publishOdd({ ...smallProject, ...Object.fromEntries(pages) });
      for (const name of Object.keys(deepPages)) {
        // A page that was never rendered has no good version, so it is left out.
        const isLeftOut = logs.includes(`error: ${name}.mdx:`);
        expect([name, (await read(`/${name}`)).status]).toEqual([name, isLeftOut ? 404 : 200]);
      }
      expect((await read("/quotes")).status).toBe(404);
      expect((await read("/guides/start")).text).toContain("How to begin.");
    });
  });

  describe("a huge repository is refused in time", whateverDatabase, () => {
    test("a repository with a file of 100 MB is refused in time", async () => {
      const { summary } = await failWith({ ...smallProject, "huge.bin": Buffer.alloc(100 * megabyte) });
      expect(summary).toMatch(/^"huge\.bin" is 100000000 bytes large; the limit is \d+/);
    });

    test("a repository with a million files is refused in time", async () => {
      const gitDir = gitDirOf(victim);
      const id = await writeBlob(gitDir, "# A page\n");
      const name = (index: number) => String(index).padStart(4, "0");
      const thousand = Array.from({ length: 1_000 }, (_, index) => index);
      const folder = await writeRawTree(
        gitDir,
        thousand.map((index) => ({ mode: "100644", name: `${name(index)}.md`, id })),
      );
      const { summary } = await failWithTree(
        thousand.map((index) => ({ mode: "40000", name: name(index), id: folder })),
      );
      expect(summary).toMatch(/^The repository contains more than \d+ files/);
    });

    test("an image or page that is too large is skipped and named in the log", async () => {
      const { logs, read } = await publishOdd({
        ...smallProject,
        "large.png": Buffer.alloc(25 * megabyte),
        "large.mdx": "word ".repeat(2 * megabyte),
      });
      expect(logs).toMatch(/error: large\.png: is 25000000 bytes, more than the \d+ allowed/);
      expect(logs).toMatch(/error: large\.mdx: is larger than \d+ bytes and is left out/);
      expect([(await read("/large.png")).status, (await read("/large")).status]).toEqual([404, 404]);
    });
  });

  describe("names cannot escape the project", () => {
    test.each(["..", "../up.mdx", "a/../../b", ".git", ".GIT", "/etc", "back\\slash", "new\nline"])(
      "a file named %j is refused",
      async (name) => {
        const gitDir = gitDirOf(victim);
        const id = await writeBlob(gitDir, "# Evil\n");
        const isFolder = name === ".." || /^\.git$/i.test(name);
        const folder = await writeRawTree(gitDir, [{ mode: "100644", name: "evil.mdx", id }]);
        const { summary } = await failWithTree([
          { mode: isFolder ? "40000" : "100644", name, id: isFolder ? folder : id },
        ]);
        expect(summary).toMatch(/^The repository (?:contains a file whose path|.*damaged)|^git/);
      },
    );

    test("symbolic links are skipped and named in the log", async () => {
      const { logs, read } = await publishOdd(smallProject, async (gitDir) => {
        const link = async (target: string) => ({ mode: "120000", id: await writeBlob(gitDir, target) });
        const file = async (path: string) => ({
          mode: "100644",
          name: path,
          id: await writeBlob(gitDir, String(smallProject[path])),
        });
        return [
          await file("docs.json"),
          { name: "hostname.txt", ...(await link("/etc/hostname")) },
          await file("index.mdx"),
          { name: "passwd.mdx", ...(await link("../../../../../etc/passwd")) },
          { name: "system", ...(await link("/etc")) },
        ];
      });
      for (const name of ["hostname.txt", "passwd.mdx", "system"]) {
        expect(logs).toContain(`fetch-source: warning: "${name}" is a symbolic link and was skipped`);
      }
      for (const path of ["/hostname.txt", "/passwd", "/system/passwd", "/system/hostname"]) {
        expect([path, (await read(path)).status]).toEqual([path, 404]);
      }
    });

    test("a docs.json that is a symbolic link is not read", whateverDatabase, async () => {
      const gitDir = gitDirOf(victim);
      const id = await writeBlob(gitDir, "/etc/passwd");
      const { summary } = await failWithTree([{ mode: "120000", name: "docs.json", id }]);
      expect(summary).toMatch(/^there is no docs\.json/);
    });

    test("a snippet outside the project is not included", whateverDatabase, async () => {
      const { read } = await publishOdd({
        ...smallProject,
        "include.mdx":
          'import Passwd from "../../../../../../etc/passwd.mdx";\nimport Own from "/../docs.json";\n\n<Passwd />\n<Own />\n\n<Snippet file="../../../etc/passwd" />\n\nStill here.\n',
      });
      expect((await read("/include")).text).not.toMatch(/root:|colors/);
    });

    test.each<[string, string, string]>([
      ["its own 404 page", "_lectern/404.mdx", "/_lectern/404"],
      ["a script that the policy would allow", "_lectern/evil.js", "/_lectern/evil.js"],
      ["a search index", ".lectern/search-pages.json", "/.lectern/search-pages.json"],
      ["a page among private files", ".lectern/page.mdx", "/.lectern/page"],
    ])("a project cannot replace Lectern's own files with %s", whateverDatabase, async (_what, file, path) => {
      const { read } = await publishOdd({ ...smallProject, [file]: "The words of an author." });
      expect((await read(path)).text).not.toContain("The words of an author.");
      expect((await read("/nowhere")).text).toContain("Page not found");
    });

    test("pages whose names share an address or have a meaning in JavaScript affect no other page", async () => {
      const { read } = await publishOdd({
        ...smallProject,
        "index.md": "# Twin\n",
        "guides/start/index.mdx": "# Twin\n",
        "__proto__.mdx": "# Proto\n",
        "constructor.mdx": "# Constructor\n",
        "toString/valueOf.mdx": "# Value\n",
        "__proto__/page.mdx": "# Page\n",
      });
      for (const path of ["/__proto__", "/constructor", "/toString/valueOf", "/__proto__/page", "/"]) {
        expect([path, (await read(path)).status]).toEqual([path, 200]);
      }
      expect([(await read("/hasOwnProperty")).status, (await read("/toString")).status]).toEqual([404, 404]);
    });
  });

  test("settings and frontmatter named __proto__ have no side effects", async () => {
    const { read } = await publishOdd({
      ...smallProject,
      "docs.json": `{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, ${JSON.stringify(settings).slice(1)}`,
      "proto.mdx": "---\n__proto__:\n  polluted: true\ntitle: Proto\n---\n\nHere.\n",
    });
    expect((await read("/proto")).status).toBe(200);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each([
    ["the same name twice", "/:a/:a"],
    ["a name that begins with a digit", "/:1st"],
    ["a name like the internal name of a star", "/:star1/*"],
    ["many stars", "/*a*a*a*a*a*a*a*a*a*b"],
    ["brackets", "/((((a+)+)+)+)$"],
  ])("a redirect with %s affects only that rule", whateverDatabase, async (_what, source) => {
    const redirects = [
      { source, destination: "/guides/start" },
      { source: "/fine", destination: "/guides/end" },
    ];
    const { read } = await publishOdd({ ...smallProject, "docs.json": JSON.stringify({ ...settings, redirects }) });
    expect((await read("/fine")).headers.location).toBe("/guides/end");
    // The rule was either skipped or matches any single segment, as written.
    expect((await read(`/${"a".repeat(1_900)}`)).status).toBe(source === "/:1st" ? 308 : 404);
  });

  test("a page that is not text affects only itself", async () => {
    const noise = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 97) % 256));
    const { read } = await publishOdd({ ...smallProject, "noise.mdx": noise, "noise2.md": noise, "empty.mdx": "" });
    expect((await read("/guides/start")).status).toBe(200);
    expect((await read("/empty")).status).toBe(200);
  });

  test("a strict project fails on warnings that other projects only report", async () => {
    const files = { ...smallProject, "index.mdx": "# Home\n\n[nowhere](/not-there)\n" };
    const { first } = await lectern.publish("strict", files, { isStrict: true });
    expect(first).toMatchObject({
      status: "failure",
      summary: expect.stringMatching(/the project is set to fail updates with warnings\.$/),
    });
    expect(first.logs.join("\n")).toMatch(/warning: index\.mdx:3(?::\d+)?: .*not-there/);
    const { first: lax } = await lectern.publish("lax", files);
    expect(lax).toMatchObject({ status: "success", summary: expect.stringContaining("1 problem") });
  });

  test("a token that the repository refuses is not revealed", async () => {
    const { folder, remove } = temporaryFolder();
    onTestFinished(remove);
    const host = await serveRepositories(folder, (_request, response) => {
      response.writeHead(401, { "www-authenticate": "Basic" }).end("ghp_secretToken");
      return true;
    });
    const { app } = lectern;
    const project = await createProject(app, app.database.query, {
      organizationId: lectern.organizationId,
      name: "Closed",
      domain: "closed",
      repository: `${host.url}/docs.git`,
      repositoryToken: app.secrets.seal("ghp_secretToken"),
    });
    const { id } = await app.database.transaction((tx) => triggerUpdate(app, tx, { project, source: "api" }));
    const update = await lectern.ended(id);
    expect(update).toMatchObject({ status: "failure", summary: expect.stringContaining("was denied") });
    expect(JSON.stringify(update)).not.toContain("ghp_secretToken");
    expect(host.requests.length).toBeGreaterThan(0);
  });

  // The test fills a disk that it mounts itself, and only root may mount one.
  test.runIf(process.getuid?.() === 0 && dialect === "sqlite")(
    "while the disk is full, an update waits and readers keep their site, until there is space again",
    async () => {
      const hosted = await lectern.publish("full", smallProject);
      const disk = join(lectern.storage.dataFolder, "artifacts", hosted.project.id);
      const kept = temporaryFolder();
      onTestFinished(kept.remove);
      execFileSync("cp", ["-a", `${disk}/.`, kept.folder]);
      rmSync(disk, { recursive: true });
      mkdirSync(disk);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", disk]);
      onTestFinished(() => void execFileSync("umount", ["--lazy", disk]));
      execFileSync("cp", ["-a", `${kept.folder}/.`, disk]);

      const noise = randomBytes(8 * megabyte);
      const work = await hosted.clone();
      await work.commitAndPush({ "noise.png": noise, "index.mdx": "# Home\n\nThe second words.\n" });
      const statusId = await lectern.newest(hosted.project);
      const reason = /^The artifact store is full; give it more space, then try again; trying again in \d+ seconds?\.$/;
      await until(async () => (await lectern.status(statusId)).logs?.some((line) => reason.test(line)));
      expect((await lectern.read("full", "/")).text).toContain("The first words.");
      execFileSync("mount", ["-o", "remount,size=64m", disk]);
      await hastenJobs(lectern.app.database);
      const update = await lectern.ended(statusId);
      expect(update.status).toBe("success");
      expectNothingTold(update);
      expect((await lectern.read("full", "/")).text).toContain("The second words.");
    },
  );
});

async function treeOf(gitDir: string, files: Files): Promise<string> {
  const { folder, remove } = temporaryFolder();
  try {
    writeFiles(folder, files);
    const env = { GIT_INDEX_FILE: `${folder}.index` };
    const git = (...args: string[]) =>
      plainGit([`--git-dir=${gitDir}`, `--work-tree=${folder}`, ...args], { env, cwd: folder });
    await git("add", "--all", "--force", ".");
    return (await git("write-tree")).trim();
  } finally {
    remove();
    rmSync(`${folder}.index`, { force: true });
  }
}
