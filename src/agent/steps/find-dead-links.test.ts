import { expect, test } from "vitest";
import { onBothDatabases, openTestDatabase } from "../../../test/support/database.ts";
import { createTestProject } from "../../../test/support/server.ts";
import { dayMilliseconds } from "../../platform/clock.ts";
import { readPrompt } from "../rules/read-prompt.ts";
import { runOn, settingsFor } from "../rules/rules-test-support.ts";
import { findDeadLinks } from "./find-dead-links.ts";

const never = new AbortController().signal;

onBothDatabases((dialect) => {
  test("dead links are remembered across runs, and forgotten when they work again", async () => {
    let now = Date.UTC(2026, 10, 1);
    const clock = { now: () => now };
    const database = await openTestDatabase(dialect);
    const { id } = await createTestProject(database, clock);
    const dead = new Set(["https://gone.test/a"]);
    const asked: string[] = [];
    const checkAddress = async (address: string) => {
      asked.push(address);
      if (address.includes("internal")) return "not asked" as const;
      return dead.has(address) ? { problem: "it answers with status 404" } : ("answers" as const);
    };
    const links = [
      { url: "https://gone.test/a#one", path: "index.mdx", line: 3 },
      { url: "https://gone.test/a#two", path: "guide.mdx", line: 5 },
      { url: "https://works.test/", path: "index.mdx", line: 4 },
      { url: "https://internal.test/", path: "index.mdx", line: 5 },
    ];
    const run = () => findDeadLinks({ database, clock, checkAddress }, id, links, never);
    expect(await run()).toEqual([
      {
        path: "index.mdx",
        line: 3,
        what: "the link to https://gone.test/a#one",
        why: "it answers with status 404; it didn't fail before",
      },
      expect.objectContaining({ path: "guide.mdx", line: 5 }),
    ]);
    // Each address is asked once.
    expect(asked.toSorted()).toEqual(["https://gone.test/a", "https://internal.test/", "https://works.test/"]);
    now += 9 * dayMilliseconds;
    expect((await run()).map(({ why }) => why)).toEqual(
      Array(2).fill("it answers with status 404; failing for 9 days"),
    );
    dead.clear();
    expect(await run()).toEqual([]);
    dead.add("https://gone.test/a");
    expect((await run())[0]?.why).toContain("it didn't fail before");
  });
});

test("the task collects links to other websites, but no others", async () => {
  const outcome = await runOn(
    {
      "docs.json": settingsFor(["index"]),
      "index.mdx":
        "[a](https://a.test) [b](/b) [c](//c.test/x)\n\n<Card href='https://d.test' />\n\n`https://e.test`\n",
    },
    "check external links",
  );
  expect(outcome.external.map(({ url, line }) => [url, line])).toEqual([
    ["https://a.test", 1],
    ["//c.test/x", 1],
    ["https://d.test", 3],
  ]);
  const asksFor = (prompt: string) => readPrompt(prompt).tasks.map(({ task }) => task.name);
  expect(asksFor("repair dead links")).toEqual(["fix-links"]);
});
