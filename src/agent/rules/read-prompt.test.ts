import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agentTasks } from "../../contract/agent-tasks.ts";
import { readPrompt } from "./read-prompt.ts";

function read(prompt: string): string[] {
  const { tasks, notUnderstood } = readPrompt(prompt);
  const asked = tasks.map(({ task, values, scope }) => {
    return [task.name, ...values, ...(scope === undefined ? [] : [`in ${scope}`])].join(" | ");
  });
  return [...asked, ...notUnderstood.map((part) => `? ${part}`)];
}

const prompts: readonly [prompt: string, ...tasks: string[]][] = [
  ["fix broken links", "fix-links"],
  ["Fix the broken links!", "fix-links"],
  ["FIX ALL BROKEN LINKS PLEASE", "fix-links"],
  ["Could you please repair any dead links in our docs?", "fix-links"],
  ["Hi Lectern, some links are broken. Please repair them, thanks", "fix-links"],
  ["find and fix broken internal links", "fix-links"],
  ["check for and fix dead links across the whole site", "fix-links"],
  ["broken links", "fix-links"],
  ["fix brokn links", "fix-links"],
  ["fix broken links in guides/", "fix-links | in guides/"],
  ["fix broken links in the folder guides", "fix-links | in guides"],
  ["fix broken links only in the page “guides/start”", "fix-links | in guides/start"],
  ["fix broken anchors", "fix-anchors"],
  ["repair anchor links", "fix-anchors"],
  ["fix broken links and anchors", "fix-links", "fix-anchors"],
  ["fix broken links, anchors and heading levels", "fix-links", "fix-anchors", "fix-headings"],
  ["fix broken links and fill missing descriptions", "fix-links", "fill-descriptions"],
  ["1. fix broken links\n2. label code fences\n", "fix-links", "label-fences"],
  ["- fix links\n- then fix typos; also update the copyright year", "fix-links", "fix-spelling", "update-copyright"],
  ["fix links and fix links", "fix-links"],
  ['rename "Acme Cloud" to "Nimbus"', "rename-term | Acme Cloud | Nimbus"],
  ["rename 'Acme' to 'Nimbus' everywhere", "rename-term | Acme | Nimbus"],
  ["rename ‘Acme’s tool’ to ‘it’", "rename-term | Acme’s tool | it"],
  ["rename „Acme“ to «Nimbus»", "rename-term | Acme | Nimbus"],
  ["rename »Acme Cloud« to ”Nimbus”", "rename-term | Acme Cloud | Nimbus"],
  ["rename ‚Acme, Inc.‘ to ‹Nimbus and co›", "rename-term | Acme, Inc. | Nimbus and co"],
  ["rename 「Acme Cloud」 to 「Nimbus」", "rename-term | Acme Cloud | Nimbus"],
  ["rename `acme, inc.` to `Nimbus and co`", "rename-term | acme, inc. | Nimbus and co"],
  ["rename Acme Cloud to Nimbus in all pages", "rename-term | Acme Cloud | Nimbus"],
  ["please rename the term Acme → Nimbus", "rename-term | Acme | Nimbus"],
  ['rename "Acme" to "Nimbus" in guides/', "rename-term | Acme | Nimbus | in guides/"],
  ['replace "sign in" with "log in"', "replace-text | sign in | log in"],
  ["search and replace 'a b' by 'c d'", "replace-text | a b | c d"],
  ['change "v1" to "v2" in "guides/start.mdx"', "replace-text | v1 | v2 | in guides/start.mdx"],
  ["move guides/start to guides/first-steps", "move-page | guides/start | guides/first-steps"],
  ["Move the page /guides/start.mdx to /learn/.", "move-page | /guides/start.mdx | /learn/"],
  ["rename guides/a.mdx to guides/b.mdx", "move-page | guides/a.mdx | guides/b.mdx"],
  ["rename the page start to begin", "move-page | start | begin"],
  ["move the folder guides into learn and fix broken links", "move-page | guides/ | learn", "fix-links"],
  ["add orphan pages to navigation", "add-orphans"],
  ["add orphaned pages to docs.json", "add-orphans"],
  ["add all pages that are missing in the sidebar", "add-orphans"],
  ["add pages that are not in the navigation", "add-orphans"],
  ["fill missing descriptions", "fill-descriptions"],
  ["Add a description to every page without one", "fill-descriptions"],
  ["add missing meta descriptions", "fill-descriptions"],
  ["fill in empty descriptions in the frontmatter", "fill-descriptions"],
  ["label code fences", "label-fences"],
  ["add languages to code blocks", "label-fences"],
  ["add the missing language to unlabelled code blocks", "label-fences"],
  ["fix heading levels", "fix-headings"],
  ["fix skipped headings", "fix-headings"],
  ["update copyright year", "update-copyright"],
  ["update the copyright year to 2027", "update-copyright | 2027"],
  ["fix spelling mistakes", "fix-spelling"],
  ["correct all typos", "fix-spelling"],
  ["remove trailing whitespace", "trim-spaces"],
  ["strip trailing spaces at the ends of lines", "trim-spaces"],
  // People decide where a dead link should lead, so asking for a fix gives them the list.
  ["fix external links", "report-dead-links"],
  // Statements next to a task are reasons, and words such as "the missing ones" are about it.
  ["Some links in guides/a.mdx jump nowhere, fix the anchors", "fix-anchors | in guides/a.mdx"],
  ["fix typos. Delete old/page.mdx.", "? Delete old/page.mdx"],
  ["CI is red again, fix the broken links", "fix-links"],
  ["Rebrand: rename Acme to Nimbus", "rename-term | Acme | Nimbus"],
  ["Lots of pages have no description. Please write the missing ones.", "fill-descriptions"],
  ["fix typos. The tone should be warmer.", "? The tone should be warmer"],
  ["fix typos, bold the headings", "? bold the headings"],
  ["fix typos, but leave the changelog alone", "? but leave the changelog alone"],
  ["fix typos. Remove the links that are dead.", "? Remove the links that are dead"],
  ["The sidebar is missing some pages, please add them", "add-orphans"],
  ['swap "npm i a" for "npm i @a/b" on every page', "replace-text | npm i a | npm i @a/b"],
  ['wherever it says "contact sales" it should say "talk to us"', "replace-text | contact sales | talk to us"],
  ["mv quickstart guides/quickstart", "move-page | quickstart | guides/quickstart"],
  ["Everything in sdk/ should be under api/sdk/ from now on. Move it.", "move-page | sdk/ | api/sdk/"],
];

describe("a prompt is read into tasks", () => {
  test.each(prompts)("%s", (prompt, ...tasks) => {
    expect(read(prompt)).toEqual(tasks);
  });
});

test.each([
  "do not fix broken links",
  "don't fix the links",
  "explain how to fix broken links",
  "remove broken links",
  "write a page about broken links",
  "add links to every page",
  "rename Acme",
  "move guides/start",
  "change the tone to friendly",
  "make the heading bigger",
  "add a description of the API",
  "delete all pages",
  "what can you do",
  "find broken links",
  "are there broken links?",
  "have you fixed the broken links",
  "I fixed the broken links",
  "list orphan pages",
  "remove orphan pages",
  "add a page to the navigation",
  "add code examples",
  "update code blocks",
  "update descriptions",
  "replace pictures with diagrams",
])("the prompt %j is not understood", (prompt) => {
  const { tasks, notUnderstood } = readPrompt(prompt);
  expect(tasks).toEqual([]);
  expect(notUnderstood).not.toEqual([]);
});

test("every example is understood by its own task and no other", () => {
  for (const { name, example } of agentTasks) {
    const { tasks, notUnderstood } = readPrompt(example);
    expect([tasks.map(({ task }) => task.name), notUnderstood]).toEqual([[name], []]);
  }
});

/** Each limits a request, or takes a part of it back. A place in it is no place to work in. */
const limits = [
  "except in the changelog",
  "except reference/changelog.mdx",
  "but not in reference/",
  "but leave reference/ alone",
  ". Leave reference/changelog.mdx as it is.",
  ". Do not change reference/.",
  ". Skip the changelog.",
  "outside reference/",
  "everywhere outside of the reference folder",
  "excluding reference/",
  "apart from reference/changelog.mdx",
  "only in headings",
  "only in titles",
  "on pages that mention Docker",
  "unless the page is deprecated",
  "for pages older than a year",
  "(not the API pages)",
  "but ask me first",
  "on the first three pages only",
  "without touching reference/",
  "other than in reference/",
  "anywhere but reference/",
  "ignoring docs/legacy",
  ". The changelog must stay unchanged.",
  ". Nothing under reference/ may change.",
  "on this page",
  ", the ones customers reported",
  ", reported yesterday",
  "tomorrow",
  "once",
  "after the release",
  "if there are fewer than ten",
  ". The API reference is generated.",
  "in guides/ and api/",
  "instead of reference/",
];

describe("a request with a limit is only offered, without the limit's place", () => {
  test.each(agentTasks.map((task, number) => ({ ...task, number })))("$name", ({ name, example, number }) => {
    // A third of them for each task, because all together would take seconds.
    for (const limit of limits.filter((_, at) => (at + number) % 3 === 0)) {
      const isApart = /^[.,]/.test(limit);
      const reversed = isApart ? [] : [`${limit.charAt(0).toUpperCase()}${limit.slice(1)}: ${example}`];
      for (const prompt of [`${example}${isApart ? "" : " "}${limit}`, ...reversed]) {
        const { tasks, notUnderstood, offers } = readPrompt(prompt);
        expect([tasks, notUnderstood.length > 0, offers[0]?.task.name], prompt).toEqual([[], true, name]);
        if (limit !== "in guides/ and api/")
          expect(
            offers.filter(({ task }) => task.in !== undefined),
            prompt,
          ).toEqual([]);
      }
    }
  });
});

test.each([
  "old URL has to keep working",
  "the URL has to stay",
  "URLs have to keep working",
  "API has to stay stable",
  "FAQ is now part of Help",
  "Support is now called Help",
  "Slack is now the main channel",
  "because Zendesk is now Intercom",
  "marketing wants it called Help",
  "customers know it as Helpdesk",
  "the team is now Customer Care",
  "legal says Support has to be Assistance",
  "support is the new help",
  "and CC me on the PR",
  "thx!",
  "ASAP please",
  "see Jira for details",
  "the page becomes Help",
  "JS becomes TypeScript next month",
  "Python 3.8 is now Python 3.9",
])("the remark %j asks for nothing", (tail) => {
  const { tasks } = readPrompt(`move docs/support.mdx to docs/help/support.mdx, ${tail}`);
  expect(tasks.filter(({ task }) => task.name !== "move-page")).toEqual([]);
});

test("what is offered is read as exactly that task when it is asked for", () => {
  const asked = [
    'please never rename "Acme" to "Nimbus"',
    "replace 'a b' with 'c d' in guides/, but only on new pages",
    "move guides/a to guides/b, except its images",
    "update the copyright to 2031 in most files",
    "broken links?",
    "compress the images under guides/ that are larger than 1 MB",
  ].flatMap((prompt) => readPrompt(prompt).offers);
  expect(asked.map(({ prompt }) => prompt)).toEqual(
    expect.arrayContaining(['rename "Acme" to "Nimbus"', 'replace "a b" with "c d" in "guides/"', "fix broken links"]),
  );
  for (const { task, prompt } of asked.filter((offer) => offer.prompt !== undefined)) {
    const [read, ...others] = readPrompt(prompt ?? "").tasks;
    const { name, from, to, year, in: scope } = task;
    const values = [from, to, year].filter((value) => value !== undefined);
    expect([read?.task.name, read?.values, read?.scope, others]).toEqual([name, values, scope, []]);
  }
});

test("the documentation lists every task by its example", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/agent/built-in-tasks.mdx"), "utf8");
  const asked = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, prompt = ""]) => prompt);
  expect(asked.toSorted()).toEqual(agentTasks.map(({ example }) => example).toSorted());
});

test("a prompt of any length is read in bounded time", () => {
  for (const part of [
    '"',
    "rename ",
    "and ",
    "fix broken links, ",
    "“a” to ",
    "../",
    "\n- ",
    "a".repeat(500),
    "its ",
    "into ",
  ]) {
    expect(readPrompt(part.repeat(20_000)).tasks.length).toBeLessThanOrEqual(50);
    expect(readPrompt(`rename "A" to "B" ${part.repeat(300)} x`).tasks).toEqual([]);
  }
});

test("wherever a long prompt is cut, the rest is shown with its names", () => {
  const name = "guides/start.mdx";
  const shown = (length: number) =>
    readPrompt(`${"fix broken links. ".padEnd(length - 1, "so ")} ${name} and so on`).notUnderstood.join("\n");
  for (let length = 1_990; length <= 2_110; length += 1) expect(shown(length)).not.toMatch(/\uE000/);
  for (const length of [1_998, 1_999, 2_000]) expect(shown(length)).toMatch(/guides\/start\.mdx and so on$/);
});

test("only the beginning of a long prompt is read, and only the first clauses of one with very many", () => {
  const long = readPrompt(`fix broken links.\n${"our readers asked for it. ".repeat(100)}\nfix typos`);
  expect([long.tasks, long.offers[0]?.task.name]).toEqual([[], "fix-links"]);
  expect(long.notUnderstood.at(-1)).toContain("our readers asked for it.");
  expect(readPrompt("fix broken links, ".repeat(20)).tasks).toHaveLength(1);
  const many = readPrompt("fix broken links, ".repeat(60));
  expect([many.tasks.length, many.notUnderstood.length]).toEqual([0, 1]);
});
