import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CronExpression } from "cron-parser";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { automationLimits } from "../contract/automation-limits.ts";
import { automationRecipes } from "../contract/automation-recipes.ts";
import { parseAutomation, readAutomationFiles } from "./automation-files.ts";
import { readDefinition } from "./definition.ts";
import { listAutomations } from "./store.ts";

const path = ".lectern/automations/links.yaml";
const good = `when:
  schedule: "0 6 * * 1"
  timeZone: Europe/Berlin
do:
  task:
    name: fix-links
`;

test("a file needs no name, because its own is used", () => {
  expect(parseAutomation(good, path)).toEqual({
    definition: {
      name: "links",
      when: { schedule: "0 6 * * 1", timeZone: "Europe/Berlin" },
      do: { task: { name: "fix-links" } },
    },
  });
});

test.each([
  ["a broken line", "when:\n  push: true\ndo: [", 3, "Flow sequence"],
  ["an unknown setting", "when:\n  push: true\n  hourly: true\ndo:\n  prompt: x\n", 3, 'unknown setting "hourly"'],
  ["a wrong value", "do:\n  task:\n    name: fix-everything\n", 3, "must be one of fix-anchors"],
  ["a missing value of a task", "do:\n  task:\n    name: move-page\n", 2, 'needs "from"'],
  ["two things to do", "when: {}\ndo:\n  prompt: x\n  answerQuestions: true\n", 2, "exactly one"],
  ["a wrong schedule", "when:\n  schedule: every monday\ndo:\n  prompt: x\n", 2, "cron expression"],
  ["a schedule with seconds", 'when:\n  schedule: "* * * * * *"\ndo:\n  prompt: x\n', 2, "cron expression"],
  ["a day that never comes", 'when:\n  schedule: "0 0 31 2 *"\ndo:\n  prompt: x\n', 2, "cron expression"],
  ["an unknown time zone", good.replace("Europe/Berlin", "Europe/Bielefeld"), 3, "no known time zone"],
  ["no settings at all", "- push\n", 1, "must be object"],
  ["nothing", "", 1, "must be object"],
  ["a setting twice", "do:\n  prompt: x\ndo:\n  prompt: y\n", 3, "unique"],
  ["aliases", "a: &a [x]\ndo: *a\n", 1, "aliases"],
])("%s is a problem with its line", (_name, content, line, why) => {
  expect(parseAutomation(content, path)).toEqual({ line, why: expect.stringContaining(why) });
});

test("a schedule that is never due isn't searched for, which would take long", () => {
  const next = vi.spyOn(CronExpression.prototype, "next");
  onTestFinished(() => next.mockRestore());
  const define = (schedule: string) => readDefinition({ name: "a", when: { schedule }, do: { prompt: "x" } });
  for (const schedule of ["0 0 31 4 *", "0 0 31 2,4,6,9,11 *", "59 23 30-31 2 *"]) {
    expect(define(schedule)).toHaveProperty("problem");
  }
  expect(next).not.toHaveBeenCalled();
  for (const schedule of ["0 0 31 4,5 *", "0 0 29 2 *", "0 0 31 4 1"]) {
    expect(define(schedule)).toHaveProperty("definition");
  }
});

test("the automations that are ready to be switched on are valid", () => {
  for (const { definition } of automationRecipes) expect(readDefinition(definition)).toEqual({ definition });
});

test("an update adds, changes and removes the automations of its files, and a broken file keeps its earlier version", async () => {
  const database = await openTestDatabase("sqlite");
  const clock = { now: () => Date.UTC(2026, 10, 18) };
  const { id: projectId } = await createTestProject(database, clock);
  const folder = mkdtempSync(join(tmpdir(), "lectern-automations-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const publish = async (files: Record<string, string>) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const listed = Object.entries(files).map(([name, content]) => ({ path: name, size: content.length }));
    const { lines, save } = await readAutomationFiles({ clock }, { folder, files: listed });
    await database.transaction((tx) => save(tx, projectId));
    const rows = await listAutomations(database.query, projectId);
    return { lines, rows: rows.map(({ file, isOn, nextAt }) => ({ file, isOn, nextAt })) };
  };
  const monday = Date.UTC(2026, 10, 23, 5);
  const other = ".lectern/automations/other.yml";
  expect(await publish({ "index.mdx": "", [path]: good, [other]: `${good}enabled: false\n` })).toEqual({
    lines: [],
    rows: [
      { file: path, isOn: 1, nextAt: monday },
      { file: other, isOn: 0, nextAt: monday },
    ],
  });
  // Switched off by a person; the file is unchanged, so that stays.
  await database.query.updateTable("automations").set({ isOn: 0 }).execute();
  expect(await publish({ [path]: good, [other]: "when: [", ".lectern/automations/deep/x.yaml": good })).toEqual({
    lines: [expect.stringMatching(/^automations: \.lectern\/automations\/other\.yml:1: /)],
    rows: [
      { file: path, isOn: 0, nextAt: monday },
      { file: other, isOn: 0, nextAt: monday },
    ],
  });
  // Another change of the file leaves it off; a change of its own field decides.
  const later = good.replace("0 6", "0 7");
  const rows = (isOn: number) => [{ file: path, isOn, nextAt: monday + 3_600_000 }];
  expect((await publish({ [path]: later })).rows).toEqual(rows(0));
  expect((await publish({ [path]: `${later}enabled: false\n` })).rows).toEqual(rows(0));
  expect((await publish({ [path]: later })).rows).toEqual(rows(1));
  expect((await publish({ [path]: `${later}enabled: true\n` })).rows).toEqual(rows(1));
  const many = Object.fromEntries(
    Array.from({ length: automationLimits.automations + 1 }, (_, number) => [
      `.lectern/automations/${number}.yaml`,
      good,
    ]),
  );
  const published = await publish(many);
  expect(published.lines).toEqual([`automations: only the first ${automationLimits.automations} of 51 files are read`]);
  expect(published.rows).toHaveLength(automationLimits.automations);
  expect((await publish({})).rows).toEqual([]);
});
