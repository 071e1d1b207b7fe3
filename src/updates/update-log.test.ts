import { expect, test } from "vitest";
import { onBothDatabases } from "../../test/support/database.ts";
import { givenProject } from "../../test/support/stored-project.ts";
import type { Database } from "../platform/db/database.ts";
import type { Project } from "../projects/store.ts";
import { insertUpdate, prepareUpdateReads } from "./store.ts";
import { newUpdate } from "./update.ts";
import { UpdateLog } from "./update-log.ts";

const clock = { now: () => 0 };

onBothDatabases((dialect) => {
  let database: Database;
  let project: Project;
  givenProject(dialect, clock, (given) => {
    ({ database, project } = given);
  });

  async function begin(through: Database = database) {
    const update = newUpdate({ project, source: "api" }, clock);
    await insertUpdate(database.query, update);
    const errors: unknown[] = [];
    const log = new UpdateLog(through, clock, [update.id], (error) => errors.push(error));
    const stored = () => prepareUpdateReads(database).readLog(update.id);
    const batches = async () => {
      const rows = await database.query
        .selectFrom("updateEvents")
        .select("lineCount")
        .where("updateId", "=", update.id)
        .where("kind", "=", "log")
        .orderBy("sequence")
        .execute();
      return rows.map((row) => row.lineCount);
    };
    return { log, errors, stored, batches };
  }

  test("lines written together are stored together, in order", async () => {
    const { log, stored, batches } = await begin();
    log.write("one");
    log.write("two\nthree");
    log.write("four\r\nfive");
    expect(await stored()).toEqual([]);
    await log.flush();
    expect(await stored()).toEqual(["one", "two", "three", "four", "five"]);
    expect(await batches()).toEqual([5]);
  });

  test("lines are stored after a short time even without a flush", async () => {
    const { log, stored } = await begin();
    log.write("soon");
    await expect.poll(stored).toEqual(["soon"]);
  });

  test("many lines are stored in batches of 200, in order", async () => {
    const { log, stored, batches } = await begin();
    for (let line = 0; line < 1_001; line++) {
      log.write(`line ${line}`);
    }
    await log.flush();
    expect(await stored()).toEqual(Array.from({ length: 1_001 }, (_, line) => `line ${line}`));
    expect(await batches()).toEqual([200, 200, 200, 200, 200, 1]);
  });

  test("a program may print a huge number of lines at once", async () => {
    let batches = 0;
    const { log, errors } = await begin({
      ...database,
      async transaction<Result>() {
        batches += 1;
        return undefined as Result;
      },
    });
    log.write("line\n".repeat(199_999));
    await log.flush();
    expect(errors).toEqual([]);
    expect(batches).toBe(1_000);
  });

  test("terminal control characters are removed, and readable ones kept", async () => {
    const { log, stored } = await begin();
    log.write("\u001b[31mred\u0007 \u0000zero\u007f\u2028 tab\there 文档 📚 \rover");
    log.write("");
    await log.flush();
    const [line, empty] = await stored();
    expect(line).toMatch(/red zero tab\there 文档 📚 over$/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be left.
    expect(line).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029]/);
    expect(empty).toBe("");
  });

  test("a very long log line is cut and marked as cut", async () => {
    const { log, stored } = await begin();
    log.write("x".repeat(2_000));
    log.write("x".repeat(2_001));
    await log.flush();
    expect(await stored()).toEqual(["x".repeat(2_000), `${"x".repeat(2_000)}… (cut)`]);
  });

  test("a batch that cannot be stored is reported and does not hold up the next", async () => {
    let failures = 1;
    const flaky: Database = {
      ...database,
      transaction: (work, options) =>
        failures-- > 0 ? Promise.reject(new Error("away")) : database.transaction(work, options),
    };
    const { log, errors, stored } = await begin(flaky);
    log.write("lost");
    await log.flush();
    log.write("kept");
    await log.flush();
    expect(errors).toEqual([new Error("away")]);
    expect(await stored()).toEqual(["kept"]);
  });

  test("flushing an empty log does nothing", async () => {
    const { log, batches } = await begin();
    await log.flush();
    await log.flush();
    expect(await batches()).toEqual([]);
  });
});
