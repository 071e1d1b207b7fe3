import { expect, test } from "vitest";
import { onDatabaseOfRun } from "../../test/support/database.ts";
import { givenProject } from "../../test/support/stored-project.ts";
import type { Database } from "../platform/db/database.ts";
import type { Project } from "../projects/store.ts";
import { recordHistory } from "./history-store.ts";
import { appendLog } from "./log-store.ts";
import { createReadStatus } from "./read-status.ts";
import { insertUpdate, moveUpdate, prepareUpdateReads, recordScreenshots } from "./store.ts";
import { newUpdate } from "./update.ts";

const clock = { now: () => 0 };

onDatabaseOfRun((dialect) => {
  let database: Database;
  let project: Project;
  givenProject(dialect, clock, (given) => {
    ({ database, project } = given);
  });

  const begin = async (): Promise<string> => {
    const update = newUpdate({ project, source: "api" }, clock);
    await insertUpdate(database.query, update);
    return update.id;
  };

  test("a polling client sees every kind of change", async () => {
    const id = await begin();
    const readStatus = createReadStatus(prepareUpdateReads(database), database.readVersion?.bind(database));
    const read = () => readStatus(project.organizationId, id);
    const change = async (work: (tx: Database["query"]) => Promise<void>) => {
      await read();
      await database.transaction(work);
    };
    expect(await read()).toMatchObject({ status: "queued", logs: [] });
    await change((tx) => moveUpdate(tx, id, "in_progress", "It runs.", 1));
    expect(await read()).toMatchObject({ status: "in_progress", summary: "It runs." });
    await change((tx) => appendLog(tx, id, ["one"], 1));
    expect(await read()).toMatchObject({ logs: ["one"] });
    const commit = { sha: "c0ffee", ref: "main", message: "Fix", filesChanged: null };
    await change((tx) =>
      recordHistory(tx, [{ id, commit, author: { name: "Ada", avatarUrl: null, githubUserId: null } }], Date.now()),
    );
    expect(await read()).toMatchObject({ commit: { sha: "c0ffee" }, author: { name: "Ada" } });
    await change((tx) => moveUpdate(tx, id, "success", "Published.", 2));
    expect(await read()).toMatchObject({ status: "success" });
    await change((tx) => recordScreenshots(tx, id, "https://a.test/light.jpg", "https://a.test/dark.jpg", Date.now()));
    expect(await read()).toMatchObject({
      screenshot: "https://a.test/light.jpg",
      screenshotDark: "https://a.test/dark.jpg",
    });
  });

  test("while an update is unchanged, all callers get the same object and its log is read once", async () => {
    const id = await begin();
    const reads = prepareUpdateReads(database);
    let logReads = 0;
    const readStatus = createReadStatus({
      ...reads,
      readLog: (updateId) => {
        logReads += 1;
        return reads.readLog(updateId);
      },
    });
    const first = await readStatus(project.organizationId, id);
    expect(await readStatus(project.organizationId, id)).toBe(first);
    expect(logReads).toBe(1);
  });

  test("a status is not even looked up while the database is unchanged", async () => {
    const id = await begin();
    const reads = prepareUpdateReads(database);
    let lookups = 0;
    const findRevision: typeof reads.findRevision = (...args) => {
      lookups += 1;
      return reads.findRevision(...args);
    };
    let version = 1;
    const readStatus = createReadStatus({ ...reads, findRevision }, () => version);
    await readStatus(project.organizationId, id);
    await readStatus(project.organizationId, id);
    expect(lookups).toBe(1);
    version = 2;
    await readStatus(project.organizationId, id);
    expect(lookups).toBe(2);
  });

  test("a status cached for one organization is not shown to another", async () => {
    const id = await begin();
    const readStatus = createReadStatus(prepareUpdateReads(database), database.readVersion?.bind(database));
    expect(await readStatus(project.organizationId, id)).toBeDefined();
    expect(await readStatus("org_other", id)).toBeUndefined();
    expect(await readStatus(project.organizationId, "upd_other")).toBeUndefined();
  });
});
