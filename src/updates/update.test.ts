import { describe, expect, test } from "vitest";
import { onBothDatabases } from "../../test/support/database.ts";
import { givenProject } from "../../test/support/stored-project.ts";
import { type UpdateStatusWord, updateStatuses } from "../contract/schemas.ts";
import type { Database } from "../platform/db/database.ts";
import type { Project } from "../projects/store.ts";
import { insertUpdate, moveUpdate, prepareUpdateReads } from "./store.ts";
import { isEnded, newUpdate, nextStatuses, type Update } from "./update.ts";

const clock = { now: () => 1_000 };
const moves = updateStatuses.flatMap((from) => updateStatuses.map((to) => [from, to] as const));
const legal = ["queued → in_progress", "queued → failure", "in_progress → success", "in_progress → failure"];

test("the status transitions match the documentation", () => {
  const inTable = moves.filter(([from, to]) => nextStatuses[from].includes(to)).map(([from, to]) => `${from} → ${to}`);
  expect(inTable).toEqual(legal);
  expect(updateStatuses.filter(isEnded)).toEqual(["success", "failure"]);
});

onBothDatabases((dialect) => {
  let database: Database;
  let project: Project;
  givenProject(dialect, clock, (given) => {
    ({ database, project } = given);
  });

  describe.each(moves)("an update that is %s", (from, to) => {
    const isLegal = legal.includes(`${from} → ${to}`);

    test(isLegal ? `can become ${to}` : `cannot become ${to}, and stays unchanged`, async () => {
      const update = await insert(from);
      const reads = prepareUpdateReads(database);
      const before = [await reads.find(update.id), await reads.findRevision(update.organizationId, update.id)];
      const move = database.transaction((tx) => moveUpdate(tx, update.id, to, "Moved.", 2_000));
      if (isLegal) {
        await move;
        expect(await reads.find(update.id)).toMatchObject({
          status: to,
          summary: "Moved.",
          endedAt: isEnded(to) ? 2_000 : null,
        });
        expect(await reads.findRevision(update.organizationId, update.id)).toBe(2);
      } else {
        await expect(move).rejects.toMatchObject({ code: "conflict" });
        expect([await reads.find(update.id), await reads.findRevision(update.organizationId, update.id)]).toEqual(
          before,
        );
      }
    });
  });

  test("an update that does not exist cannot be moved", async () => {
    await expect(moveUpdate(database.query, "upd_unknown", "failure", "Moved.", 0)).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("if an update is ended twice at the same time, only one result is kept", async () => {
    const update = await insert("in_progress");
    const settled = await Promise.allSettled(
      (["success", "failure"] as const).map((end) =>
        database.transaction((tx) => moveUpdate(tx, update.id, end, `It ended in ${end}.`, 2_000)),
      ),
    );
    expect(settled.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const found = await prepareUpdateReads(database).find(update.id);
    expect(found?.summary).toBe(`It ended in ${found?.status}.`);
  });

  async function insert(status: UpdateStatusWord): Promise<Update> {
    const update = {
      ...newUpdate({ project, source: "api" }, clock),
      status,
    };
    await insertUpdate(database.query, update);
    return update;
  }
});
