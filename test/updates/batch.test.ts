import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ApiError } from "../../src/contract/client.ts";
import { publishArtifact } from "../../src/platform/artifacts/publish-artifact.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { pointSite } from "../../src/projects/sites/store.ts";
import type { Project } from "../../src/projects/store.ts";
import { cancelUpdate } from "../../src/updates/cancel-update.ts";
import { findUpdate, insertUpdate, moveUpdate, recordArtifact } from "../../src/updates/store.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { newUpdate } from "../../src/updates/update.ts";
import { until } from "../faults/queue-test-support.ts";
import { never, openTestFolder } from "../support/artifact-store.ts";
import { inLongRun, onDatabaseOfRun } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import type { Clone } from "./clone.ts";
import { type Publisher, smallProject, startPublisher } from "./publisher.ts";

vi.setConfig(slow);

const twoHours = 7_200;

onDatabaseOfRun((dialect) => {
  let lectern: Publisher;
  beforeAll(async () => {
    lectern = await startPublisher(dialect);
  });
  afterAll(() => lectern.close());

  const artifactOf = async (id: string) => (await findUpdate(lectern.app.database.query, id))?.artifact;
  const cancel = (id: string) => lectern.app.database.transaction((tx) => cancelUpdate(lectern.app, tx, id));

  /** Pushes a commit with this text on the home page, and returns the update it triggers. */
  async function say(work: Clone, project: Project, words: string): Promise<string> {
    await work.commitAndPush({ "index.mdx": `# Home\n\n${words}\n` }, words);
    return lectern.newest(project);
  }

  async function home(subdomain: string): Promise<string> {
    return /<p>(.*?)<\/p>/.exec((await lectern.read(subdomain, "/")).text)?.[1] ?? "";
  }

  /** Runs the update until it is about to store its artifact. */
  async function heldUpdate(work: Clone, project: Project, words: string): Promise<string> {
    const { gate } = lectern;
    const before = gate.arrivals;
    gate.close();
    const id = await say(work, project, words);
    await until(() => gate.arrivals > before);
    return id;
  }

  /** Runs two updates that are built together until they are about to store their artifact. The older one leads. */
  async function heldPair(work: Clone, project: Project): Promise<{ leader: string; other: string }> {
    const { gate } = lectern;
    const before = await heldUpdate(work, project, "First.");
    const leader = await say(work, project, "Second.");
    const other = await say(work, project, "Third.");
    const { arrivals } = gate;
    // Lets the update at the gate pass, and stops the next one.
    gate.open();
    gate.close();
    await lectern.ended(before);
    await until(() => gate.arrivals > arrivals);
    return { leader, other };
  }

  describe("updates of one branch", () => {
    test("a push during a build doesn't affect that build, and is built next", async () => {
      const { project, clone } = await lectern.publish("newer", smallProject);
      const work = await clone();
      const running = await heldUpdate(work, project, "The running words.");
      const newer = await say(work, project, "The newer words.");
      expect((await lectern.status(newer)).status).toBe("queued");
      expect(await home("newer")).toBe("The first words.");
      lectern.gate.open();

      expect(await lectern.ended(running)).toMatchObject({
        status: "success",
        commit: { message: "The running words." },
      });
      expect(await lectern.ended(newer)).toMatchObject({ status: "success", commit: { message: "The newer words." } });
      expect(await home("newer")).toBe("The newer words.");
    });

    test("queued updates are built once and share the result", async () => {
      const { project, clone } = await lectern.publish("shared", smallProject);
      const work = await clone();
      const running = await heldUpdate(work, project, "The running words.");
      const waiting = [await say(work, project, "Second."), await say(work, project, "Third.")];
      const arrivals = lectern.gate.arrivals;
      lectern.gate.open();
      await lectern.ended(running);
      const [second, third] = await Promise.all(waiting.map((id) => lectern.ended(id)));

      expect(second).toMatchObject({ status: "success", builtWith: { sha: third?.commit?.sha } });
      expect([second?.commit?.message, third?.commit?.message]).toEqual(["Second.", "Third."]);
      expect(third?.builtWith).toBeUndefined();
      expect(third?.summary).toBe(second?.summary);
      for (const update of [second, third]) {
        expect(update?.logs).toContain("2 updates of this branch were queued and are built together.");
        expect(update?.logs.filter((line) => line.startsWith("publish-site:"))).toHaveLength(1);
      }
      expect(await artifactOf(waiting[0] ?? "")).toBe(await artifactOf(waiting[1] ?? ""));
      expect(lectern.gate.arrivals).toBe(arrivals);
      expect(await home("shared")).toBe("Third.");
    });

    test("a queued update that is canceled never runs, and one that has ended cannot be canceled", async () => {
      const { project, clone } = await lectern.publish("waiting", smallProject);
      const work = await clone();
      const running = await heldUpdate(work, project, "Running.");
      const waiting = await say(work, project, "Cancelled.");
      await cancel(waiting);
      lectern.gate.open();
      await lectern.ended(running);
      const next = await say(work, project, "Next.");
      await lectern.ended(next);
      await expect(cancel(next)).rejects.toThrow("it has ended");
      expect((await lectern.status(next)).status).toBe("success");

      const cancelled = await lectern.status(waiting);
      expect(cancelled).toMatchObject({ status: "failure", summary: "The update was canceled.", logs: [] });
      expect(cancelled.commit).toEqual({ sha: await work.git("rev-parse", "HEAD~1"), ref: "main" });
    });

    test("a running update that is canceled publishes nothing and doesn't delay the next", async () => {
      const { project, clone } = await lectern.publish("running", smallProject);
      const work = await clone();
      const running = await heldUpdate(work, project, "Cancelled.");
      await cancel(running);
      expect(await lectern.status(running)).toMatchObject({
        status: "failure",
        summary: "The update was canceled.",
      });
      lectern.gate.open();
      const next = await say(work, project, "Next.");
      expect((await lectern.ended(next)).status).toBe("success");
      expect(await home("running")).toBe("Next.");
      expect(await artifactOf(running)).toBeNull();
      expect(await lectern.status(running)).toMatchObject({ status: "failure", summary: "The update was canceled." });
    });

    test("canceling the leading update doesn't stop the updates built with it", async () => {
      const { project, clone } = await lectern.publish("leading", smallProject);
      const work = await clone();
      const { leader, other } = await heldPair(work, project);
      await cancel(leader);
      lectern.gate.open();
      expect(await lectern.ended(other)).toMatchObject({ status: "success", commit: { message: "Third." } });
      expect((await lectern.status(leader)).summary).toBe("The update was canceled.");
      expect(await home("leading")).toBe("Third.");
    });

    test("canceling an update that is built with another doesn't affect the other", inLongRun(), async () => {
      const { project, clone } = await lectern.publish("following", smallProject);
      const { leader, other } = await heldPair(await clone(), project);
      const arrivals = lectern.gate.arrivals;
      await cancel(other);
      lectern.gate.open();
      expect(await lectern.ended(leader)).toMatchObject({
        status: "success",
        commit: { message: "Second." },
        builtWith: { sha: (await lectern.status(other)).commit?.sha },
      });
      expect((await lectern.status(other)).summary).toBe("The update was canceled.");
      expect(lectern.gate.arrivals).toBe(arrivals);
    });

    test("pushes that are built together each report their own commit and files", inLongRun(), async () => {
      const { project, clone } = await lectern.publish("complete", smallProject);
      const work = await clone();
      const running = await heldUpdate(work, project, "Running.");
      const settings = String(smallProject["docs.json"]);
      const pushes: { id: string; from: string; to: string }[] = [];
      const push = async (files: Parameters<Clone["commit"]>[0], author: string) => {
        const from = await work.git("rev-parse", "HEAD");
        await work.commit({ "guides/start.mdx": `# Start\n\n${author}\n` }, "One of two commits");
        await work.commit(files, `By ${author}\n\nAt length.`);
        await work.git("commit", "--quiet", "--amend", "--no-edit", `--author=${author} <${author}@acme.test>`);
        await work.push();
        pushes.push({ id: await lectern.newest(project), from, to: await work.git("rev-parse", "HEAD") });
      };
      await push({ "docs.json": "{" }, "Zoë");
      await push({ "docs.json": settings.replace("guides/end", "guides/last"), "new.mdx": "# New\n" }, "Grace");
      await work.git("mv", "guides/end.mdx", "guides/last.mdx");
      await push({ "new.mdx": undefined }, "Linus");
      lectern.gate.open();
      await lectern.ended(running);

      const tip = pushes.at(-1)?.to ?? "";
      for (const { id, from, to } of pushes) {
        const update = await lectern.ended(id);
        expect(update).toMatchObject({ status: "success", trigger: "push", ...(await saidByGit(work, from, to)) });
        expect(update.builtWith).toEqual(to === tip ? undefined : { sha: tip });
        const { updates } = await lectern.client.listUpdates({ projectId: project.id });
        const { logs: _logs, ...summary } = update;
        expect(updates.find(({ _id }) => _id === id)).toEqual(summary);
      }
      const last = await lectern.status(pushes.at(-1)?.id ?? "");
      expect(last.commit?.filesRenamed).toEqual([{ from: "guides/end.mdx", to: "guides/last.mdx" }]);
    });
  });

  test("two projects are built at the same time without affecting each other", inLongRun(), async () => {
    const [one, other] = await Promise.all([
      lectern.publish("one", smallProject),
      lectern.publish("other", smallProject),
    ]);
    const [workOne, workOther] = await Promise.all([one.clone(), other.clone()]);
    const arrivals = lectern.gate.arrivals;
    lectern.gate.close();
    const ids = [await say(workOne, one.project, "One."), await say(workOther, other.project, "Other.")];
    await until(() => lectern.gate.arrivals === arrivals + 2);
    const statuses = await Promise.all(ids.map((id) => lectern.status(id)));
    expect(statuses.map(({ status }) => status)).toEqual(["in_progress", "in_progress"]);
    lectern.gate.open();
    await Promise.all(ids.map((id) => lectern.ended(id)));
    expect([await home("one"), await home("other")]).toEqual(["One.", "Other."]);
  });

  /** The commit and files of a push, according to git. */
  async function saidByGit(work: Clone, from: string, to: string) {
    const name = await work.git("log", "-1", "--format=%an", to);
    const message = await work.git("log", "-1", "--format=%B", to);
    const lines = (await work.git("diff", "--name-status", "--find-renames", from, to)).split("\n");
    const changes = lines.filter((line) => line !== "").map((line) => line.split("\t"));
    const renames = changes.filter(([status]) => status?.startsWith("R"));
    const paths = (letter: string) => changes.filter(([status]) => status === letter).map(([, path]) => path);
    const filesChanged = {
      added: [...paths("A"), ...renames.map(([, , path]) => path)].toSorted(),
      modified: paths("M"),
      removed: [...paths("D"), ...renames.map(([, path]) => path)].toSorted(),
    };
    return { author: { name }, commit: { sha: to, ref: "main", message, filesChanged } };
  }

  describe("rollback", () => {
    test("a rollback publishes an earlier site again without building it", async () => {
      const { project, first, clone } = await lectern.publish("back", smallProject);
      const work = await clone();
      await lectern.ended(await say(work, project, "Second words."));
      const { statusId } = await lectern.client.rollBack({ projectId: project.id, statusId: first._id });
      const update = await lectern.ended(statusId);

      expect(update).toMatchObject({
        status: "success",
        source: "internal",
        subdomain: "back",
        summary: expect.stringMatching(/^Rolled back to [0-9a-f]{12} at http:\/\/back\.localhost/),
        commit: { sha: first.commit?.sha },
      });
      expect(update.logs.filter((line) => /^(fetch-source|build-pages)/.test(line))).toEqual([]);
      expect(await home("back")).toBe("The first words.");
      expect(await artifactOf(statusId)).toBe(await artifactOf(first._id));

      const next = await lectern.ended(await say(work, project, "Third words."));
      expect(next.commit?.filesChanged?.modified).toEqual(["index.mdx"]);
      expect(await home("back")).toBe("Third words.");
    });

    test("a rollback gives way to a later push, even if the push is built first", inLongRun(), async () => {
      const { project, first, clone } = await lectern.publish("later", smallProject);
      const work = await clone();
      const running = await heldUpdate(work, project, "Running.");
      const waiting = await say(work, project, "Waiting.");
      const { statusId } = await lectern.client.rollBack({ projectId: project.id, statusId: first._id });
      // Built together with the waiting update, before the rollback.
      const last = await say(work, project, "Last.");
      lectern.gate.open();
      const ends = await Promise.all([running, waiting, last, statusId].map((id) => lectern.ended(id)));
      expect(ends.map(({ status }) => status)).toEqual(Array(4).fill("success"));
      expect(await home("later")).toBe("Last.");
    });

    test("a rollback is not undone by an update that was requested earlier but ends later", inLongRun(), async () => {
      const { project, first, clone } = await lectern.publish("late", smallProject);
      const { app } = lectern;
      const requestedAt = app.clock.now();
      await lectern.ended(await say(await clone(), project, "Newest."));
      const { statusId } = await lectern.client.rollBack({ projectId: project.id, statusId: first._id });
      await lectern.ended(statusId);
      const late = await app.database.transaction((tx) =>
        triggerUpdate({ ...app, clock: { now: () => requestedAt } }, tx, { project, source: "api" }),
      );
      expect(await lectern.ended(late.id)).toMatchObject({ status: "success", commit: { message: "Newest." } });
      expect(await home("late")).toBe("The first words.");
    });

    test("a rollback to an update that never published the project's site is refused", async () => {
      const { app, organizationId } = lectern;
      const create = (domain: string) =>
        createProject(app, app.database.query, {
          organizationId,
          name: domain,
          domain,
          repository: "https://git.acme.test/docs",
        });
      const project = await create("refused");
      const artifact = await addArtifact(project, "a preview");
      const failed = await addUpdate(project, "failure");
      const preview = await addUpdate(project, "success", { artifact, branch: "draft" });
      const strangers = await addUpdate(await create("stranger"), "success", { artifact });

      const refusal = async (statusId: string) => {
        const call = lectern.client.rollBack({ projectId: project.id, statusId });
        const error = await call.catch((reason: unknown) => reason);
        return error instanceof ApiError ? error.status : error;
      };
      expect(await refusal(failed)).toBe(409);
      expect(await refusal(preview)).toBe(409);
      expect(await refusal(strangers)).toBe(404);
      expect(await refusal("upd_unknown")).toBe(404);
      const { updates } = await lectern.client.listUpdates({ projectId: project.id });
      expect(updates.map(({ _id }) => _id).toSorted()).toEqual([failed, preview].toSorted());
    });
  });

  test("the last 20 sites are kept and older ones are deleted, but never a published one", async () => {
    const { project, clone } = await lectern.publish("kept", smallProject);
    const { app } = lectern;
    const store = await openTestFolder(join(lectern.storage.dataFolder, "artifacts"));
    const onPreview = await addArtifact(project, "a preview that is still shown");
    await app.database.transaction((tx) =>
      pointSite(tx, {
        subdomain: "old--kept",
        projectId: project.id,
        branch: "old",
        updateId: "upd_old",
        artifact: onPreview,
        commitSha: null,
        publishedAt: app.clock.now(),
      }),
    );
    const published: { id: string; artifact: string }[] = [];
    for (let count = 0; count < 22; count += 1) {
      const artifact = await addArtifact(project, `site ${count}`);
      const id = await addUpdate(project, "success", { artifact });
      published.push({ id, artifact });
    }
    await store.age(project.id, twoHours);

    const newest = await say(await clone(), project, "The newest words.");
    expect((await lectern.ended(newest)).status).toBe("success");
    const kept = [onPreview, await artifactOf(newest), ...published.slice(-19).map(({ artifact }) => artifact)];
    const manifests = async () => (await store.keys(project.id)).filter((key) => key.includes("/manifests/"));
    await until(async () => (await manifests()).length <= kept.length);
    expect((await manifests()).map((key) => key.split("/").at(-1)).toSorted()).toEqual(kept.toSorted());
    expect((await lectern.read("kept", "/")).status).toBe(200);
    expect((await lectern.read("old--kept", "/")).text).toBe("a preview that is still shown");

    const [oldest] = published;
    const tooOld = lectern.client.rollBack({ projectId: project.id, statusId: oldest?.id ?? "" });
    await expect(tooOld).rejects.toMatchObject({ status: 409, message: expect.stringContaining("last 20") });
    const keptStill = lectern.client.rollBack({ projectId: project.id, statusId: published.at(-19)?.id ?? "" });
    expect((await lectern.ended((await keptStill).statusId)).status).toBe("success");
    expect((await lectern.read("kept", "/")).text).toBe("site 3");
  });

  /** An update that has ended, without a build. */
  async function addUpdate(
    project: Project,
    end: "success" | "failure",
    { artifact, branch = project.branch }: { artifact?: string; branch?: string } = {},
  ): Promise<string> {
    const { clock, database } = lectern.app;
    const update = newUpdate({ project, source: "api", branch }, clock);
    await database.transaction(async (tx) => {
      await insertUpdate(tx, update);
      await moveUpdate(tx, update.id, "in_progress", "Running.", clock.now());
      if (artifact !== undefined) await recordArtifact(tx, update.id, artifact);
      await moveUpdate(tx, update.id, end, "Ended.", clock.now());
    });
    return update.id;
  }

  async function addArtifact(project: Project, words: string): Promise<string> {
    const file = { path: "index.html", type: "text/html; charset=utf-8", bytes: Buffer.from(words) };
    const extra = { redirects: [], notFound: "404.html" };
    const request = { namespace: project.id, files: [file], filesMax: 1, bytesMax: 1_000, extra };
    return (await publishArtifact(lectern.app.objects, request, never)).digest;
  }

  describe("a preview", () => {
    test("a preview has its own address, follows its branch and is removed with it", async () => {
      const { project, clone } = await lectern.publish("look", smallProject);
      const work = await clone();
      await work.git("checkout", "--quiet", "-b", "new-look");
      await work.commit({ "index.mdx": "# Home\n\nA new look.\n" });
      await work.push("HEAD:new-look");
      const { statusId, previewUrl } = await lectern.client.createPreview({
        projectId: project.id,
        branch: "new-look",
      });
      expect(previewUrl).toBe(`http://new-look--look.localhost:${lectern.port}`);
      const filesChanged = { added: [], modified: ["index.mdx"], removed: [] };
      expect(await lectern.ended(statusId)).toMatchObject({
        status: "success",
        subdomain: "new-look--look",
        commit: { filesChanged },
      });
      expect([await home("new-look--look"), await home("look")]).toEqual(["A new look.", "The first words."]);

      await work.commit({ "index.mdx": "# Home\n\nA newer look.\n" });
      await work.push("HEAD:new-look");
      const update = await lectern.ended(await lectern.newest(project));
      expect(update).toMatchObject({
        status: "success",
        source: "internal",
        trigger: "push",
        subdomain: "new-look--look",
        commit: { filesChanged },
      });
      expect([await home("new-look--look"), await home("look")]).toEqual(["A newer look.", "The first words."]);

      await work.push(":new-look");
      expect((await lectern.read("new-look--look", "/")).status).toBe(404);
      expect(await home("look")).toBe("The first words.");
    });

    test("a preview of a branch whose name is not a valid host name gets a valid one, but the branch must exist", async () => {
      const { project, clone } = await lectern.publish("slash", smallProject);
      const work = await clone();
      await work.push("HEAD:Feature/New_Look");
      const preview = await lectern.client.createPreview({ projectId: project.id, branch: "Feature/New_Look" });
      expect(preview.previewUrl).toMatch(/^http:\/\/feature-new-look-[0-9a-f]{6}--slash\.localhost:\d+$/);
      expect((await lectern.ended(preview.statusId)).status).toBe("success");
      expect(await home(new URL(preview.previewUrl).hostname.replace(".localhost", ""))).toBe("The first words.");

      const missing = await lectern.client.createPreview({ projectId: project.id, branch: "nowhere" });
      expect(await lectern.ended(missing.statusId)).toMatchObject({
        status: "failure",
        summary: "The repository has no branch nowhere; push it first.",
      });
    });

    test("a preview doesn't come back if its branch is removed during the build", inLongRun(), async () => {
      const { project, clone } = await lectern.publish("gone", smallProject);
      const work = await clone();
      await work.push("HEAD:draft");
      const { statusId } = await lectern.client.createPreview({ projectId: project.id, branch: "draft" });
      await lectern.ended(statusId);
      await work.commit({ "index.mdx": "# Home\n\nA late draft.\n" });
      const arrivals = lectern.gate.arrivals;
      lectern.gate.close();
      await work.push("HEAD:draft");
      const running = await lectern.newest(project);
      await until(() => lectern.gate.arrivals > arrivals);
      await work.push(":draft");
      lectern.gate.open();
      await lectern.ended(running);
      // A canceled update may run for a while longer. It has stopped when the project's next update has ended.
      await work.git("checkout", "--quiet", "main");
      await lectern.ended(await say(work, project, "Later."));
      expect((await lectern.read("draft--gone", "/")).status).toBe(404);
    });
  });
});
