import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openTestFolder, openTestS3, type TestStore } from "../../../test/support/artifact-store.ts";
import { createStorage, type Dialect, openStorage } from "../../../test/support/database.ts";
import { createTestHostedProject, hostedProject } from "../../../test/support/hosted-project.ts";
import { plainGit } from "../../git/git-test-support.ts";
import { deleteProject, type Project } from "../store.ts";
import { joinRepositoryPacks, packsMax } from "./join-packs.ts";
import { openRepository } from "./open-repository.ts";
import type { RepositoryDeps } from "./repository-deps.ts";
import { findRepositoryState, hostedBytes } from "./store.ts";
import { removePacksOf, sweepRepositories } from "./sweep-repositories.ts";

const never = new AbortController().signal;
const hour = 3_600_000;

// The two supported setups: one machine, and several machines without a shared folder.
describe.each<{ dialect: Dialect; openStore: () => Promise<TestStore> }>([
  { dialect: "sqlite", openStore: openTestFolder },
  { dialect: "postgres", openStore: openTestS3 },
])("hosted repositories on $dialect", ({ dialect, openStore }) => {
  test("a hosted repository is the same on every node, whichever node changed it, and after its cache is gone", async () => {
    const { a, b, project, store } = await setUp();
    const sha = await a.hosted.commit("main", { "start.mdx": "# One" });
    expect(await tip(b.deps, project)).toBe(sha);
    const next = await b.hosted.commit("next", { "next.mdx": "# Next" });
    expect(await tip(a.deps, project, "next")).toBe(next);
    await rm(a.deps.repositoriesFolder, { recursive: true });
    expect(await tip(a.deps, project, "next")).toBe(next);
    await b.hosted.git("update-ref", "-d", "refs/heads/next");
    expect(await tip(a.deps, project, "next")).toBe("");
    expect(await git(a.deps, project, "fsck", "--full", "--no-dangling")).toBe("");
    expect(await store.keys("repositories")).toHaveLength(3);
  });

  test("a cache of a hosted repository is repaired if anything in it is missing or damaged", async () => {
    const { a, project } = await setUp();
    const sha = await a.hosted.commit("main", { "start.mdx": "# One" });
    const { gitDir } = await openRepository(a.deps, project);
    const packs = (await readdir(join(gitDir, "objects/pack"))).map((name) => join(gitDir, "objects/pack", name));
    const pack = packs.find((name) => name.endsWith(".pack")) ?? "";
    const damages: (() => Promise<void>)[] = [
      () => rm(pack),
      () => truncate(pack, 20),
      () => rm(pack.replace(/pack$/, "idx")),
      () => writeFile(pack.replace(/pack$/, "idx"), "half"),
      () => rm(join(gitDir, "HEAD")),
      () => writeFile(join(gitDir, "config"), "[core"),
      () => writeFile(join(gitDir, "packed-refs"), "garbage"),
      () => rm(join(gitDir, "refs"), { recursive: true }),
      () => writeFile(join(gitDir, "lectern-cache"), "{"),
      () => writeFile(join(gitDir, "refs/heads/main"), `${"0".repeat(39)}1\n`),
      // This damage isn't visible from outside, but git reports it, and then every pack is compared with its digest.
      async () => {
        const bytes = await readFile(pack);
        bytes.fill(7, 20, 40);
        await writeFile(pack, bytes);
        await writeFile(join(gitDir, "lectern-unsure"), "");
      },
    ];
    for (const damage of damages) {
      await damage();
      expect(await tip(a.deps, project)).toBe(sha);
      expect(await git(a.deps, project, "fsck", "--full", "--no-dangling")).toBe("");
    }
  });

  test("a hosted repository accepts one of two concurrent changes to a branch, and both changes to different branches", async () => {
    const { a, b, project } = await setUp();
    const meeting = Promise.withResolvers<void>();
    let waiting = 0;
    const commitTo = (node: typeof a, branch: string) =>
      node.hosted.change(async (run) => {
        const tree = await run("rev-parse", "main^{tree}");
        const sha = await run("commit-tree", "-p", "main", "-m", `${branch} ${node.name}`, tree);
        await run("update-ref", `refs/heads/${branch}`, sha);
        waiting += 1;
        if (waiting === 2) meeting.resolve();
        await meeting.promise;
        return sha;
      });
    const results = await Promise.allSettled([commitTo(a, "main"), commitTo(b, "main")]);
    const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const lost = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(lost).toMatchObject([{ name: "RefsMoved", refs: ["refs/heads/main"] }]);
    expect([await tip(a.deps, project), await tip(b.deps, project)]).toEqual([...won, ...won]);
    const both = await Promise.all([commitTo(a, "one"), commitTo(b, "two")]);
    expect([await tip(b.deps, project, "one"), await tip(a.deps, project, "two")]).toEqual(both);
    // Git stores branches as files, so it can't have both of these branches.
    waiting = -1_000;
    const nested = await Promise.allSettled([commitTo(a, "docs"), commitTo(b, "docs/new")].map((each) => each));
    expect(nested.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(await git(a.deps, project, "fsck", "--full", "--no-dangling")).toBe("");
  });

  test("a hosted repository stays unchanged if a change fails, or if its process dies after storing the pack", async () => {
    const { a, project, store } = await setUp();
    const before = await findRepositoryState(a.deps.database.query, project.id);
    const failing = a.hosted.commit.bind(a.hosted);
    const cut = { ...a.deps.objects, put: async () => Promise.reject(new Error("The store is away.")) };
    await expect(hostedProject({ ...a.deps, objects: cut }, project).commit("main", { "a.mdx": "" })).rejects.toThrow(
      "The store is away.",
    );
    const lying = { ...a.deps.objects, put: async () => {} };
    await expect(hostedProject({ ...a.deps, objects: lying }, project).commit("main", { "a.mdx": "" })).rejects.toThrow(
      "incomplete",
    );
    // A process that dies here can't clean up: the row and the objects remain.
    const dying = {
      ...a.deps,
      database: { ...a.deps.database, transaction: async () => new Promise<never>(() => {}) },
    };
    void hostedProject(dying, project).commit("main", { "a.mdx": "# A" });
    await expect.poll(async () => (await store.keys("repositories")).length).toBe(2);
    expect(await findRepositoryState(a.deps.database.query, project.id)).toEqual(before);
    await sweepRepositories(a.deps, a.deps.clock.now(), never);
    expect(await store.keys("repositories")).toHaveLength(2);
    await sweepRepositories(a.deps, a.deps.clock.now() + 25 * hour, never);
    expect(await store.keys("repositories")).toHaveLength(1);
    const sha = await failing("main", { "b.mdx": "" });
    expect(await tip(a.deps, project)).toBe(sha);
  });

  test("a hosted repository refuses a change if its node was suspended until a sweep removed its pack", async () => {
    const { a, project } = await setUp();
    const before = await tip(a.deps, project);
    const sleeping = {
      ...a.deps.database,
      async transaction<Result>(...work: Parameters<typeof a.deps.database.transaction<Result>>): Promise<Result> {
        await sweepRepositories(a.deps, a.deps.clock.now() + 25 * hour, never);
        return a.deps.database.transaction(...work);
      },
    };
    const late = hostedProject({ ...a.deps, database: sleeping }, project).commit("main", { "a.mdx": "# A" });
    await expect(late).rejects.toMatchObject({ name: "RefsMoved" });
    expect(await tip(a.deps, project)).toBe(before);
  });

  test("a hosted repository joins many packs while another node reads, and removes the old ones later", async () => {
    const { a, b, project, store } = await setUp();
    for (let count = 0; count <= packsMax; count += 1) {
      await a.hosted.commit("main", { "start.mdx": `# ${count}` });
    }
    const kept = await tip(b.deps, project);
    await a.hosted.commit("gone", { "gone.mdx": "# Gone" });
    const gone = await tip(a.deps, project, "gone");
    await a.hosted.git("update-ref", "-d", "refs/heads/gone");
    // This change started from the branch that is about to be dropped, so it can't be recorded afterwards.
    const late = b.hosted.change(async (run) => {
      await joinRepositoryPacks(a.deps, project, never);
      await run("update-ref", "refs/heads/again", kept);
    });
    await expect(late).rejects.toMatchObject({ name: "RefsMoved", refs: [] });
    expect((await findRepositoryState(a.deps.database.query, project.id))?.packs).toHaveLength(1);
    expect(await tip(b.deps, project)).toBe(kept);
    await rm(a.deps.repositoriesFolder, { recursive: true });
    expect(await tip(a.deps, project)).toBe(kept);
    expect(await git(a.deps, project, "fsck", "--full", "--no-dangling")).toBe("");
    await expect(git(a.deps, project, "cat-file", "-t", gone)).rejects.toThrow();
    expect((await store.keys("repositories")).length).toBeGreaterThan(packsMax);
    await sweepRepositories(a.deps, a.deps.clock.now() + 2 * hour, never);
    expect(await store.keys("repositories")).toHaveLength(1);
    expect(await hostedBytes(a.deps.database.query, project.organizationId)).toBeGreaterThan(0);
  });

  test("a hosted repository is removed with its project, and its name can be used again", async () => {
    const { a, b, project, store } = await setUp();
    await tip(b.deps, project);
    await a.deps.database.transaction((tx) => deleteProject(tx, project.id));
    const again = await createTestHostedProject({
      ...a.deps,
      url: "https://docs.test",
      domain: "docs",
      files: { x: "" },
    });
    expect(await tip(b.deps, again.project)).not.toBe("");
    await removePacksOf(a.deps, project.id, never);
    expect(await store.keys("repositories")).toHaveLength(1);
    await expect(openRepository(a.deps, project)).rejects.toMatchObject({ code: "not_found" });
  });

  test("opening an unchanged hosted repository costs one query", async () => {
    const { a, project } = await setUp();
    await openRepository(a.deps, project);
    const away = { ...a.deps, objects: undefined as never };
    const queries: string[] = [];
    const query = a.deps.database.query.withPlugin({
      transformQuery: ({ node }) => {
        queries.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await openRepository({ ...away, database: { ...a.deps.database, query } }, project);
    expect(queries.length).toBeLessThanOrEqual(1);
  });

  async function setUp() {
    const storage = await createStorage(dialect);
    const store = await openStore();
    const nodes = await Promise.all(
      ["a", "b"].map(async (name) => {
        const repositoriesFolder = mkdtempSync(join(tmpdir(), "lectern-node-"));
        const database = await openStorage(storage);
        const deps: RepositoryDeps = { database, objects: store.objects, clock: { now: Date.now }, repositoriesFolder };
        return { name, deps };
      }),
    );
    onTestFinished(async () => {
      await Promise.all(nodes.map(({ deps }) => deps.database.close()));
      for (const { deps } of nodes) rmSync(deps.repositoriesFolder, { recursive: true, force: true });
      await storage.remove();
    });
    const [one, other] = nodes;
    if (one === undefined || other === undefined) throw new Error("There are two nodes.");
    const request = { ...one.deps, url: "https://docs.test", domain: "docs", files: { "start.mdx": "# Start" } };
    const { project } = await createTestHostedProject(request);
    const withHosted = (node: typeof one) => ({ ...node, hosted: hostedProject(node.deps, project) });
    return { a: withHosted(one), b: withHosted(other), project, store };
  }
});

async function git(deps: RepositoryDeps, project: Project, ...args: string[]): Promise<string> {
  const { gitDir } = await openRepository(deps, project);
  return plainGit([`--git-dir=${gitDir}`, ...args]);
}

async function tip(deps: RepositoryDeps, project: Project, branch = "main"): Promise<string> {
  return (await git(deps, project, "for-each-ref", "--format=%(objectname)", `refs/heads/${branch}`)).trim();
}
