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

/** In other words than those of any list: exceptions, conditions, counts, orders, doubts, owners, and second wishes. */
const unlistedLimits = [
  ", but hands off the cookbook",
  ", though the blog is off limits",
  ". Spare the changelog.",
  ". The glossary was approved by legal, so careful there.",
  ". Mind that the sdk folder is autogenerated.",
  ". Our API pages come from a generator.",
  ". Marketing owns the landing page.",
  ". Legal signed off on the terms already.",
  ". We translate the German pages by hand.",
  ". The runbooks are maintained by ops.",
  " as long as the build stays green",
  " provided that CI passes",
  " in case somebody complains",
  " once we have released 2.0",
  " as soon as Anna is back",
  " when the freeze is over",
  " starting next week",
  " every Monday",
  " but no more than five",
  " at most ten of them",
  " the top three offenders first",
  " half of them for now",
  " a couple at a time",
  " up to 20 edits",
  " the worst ones",
  " the obvious ones",
  " in most places",
  " where it is safe",
  " where you are sure",
  " if in doubt leave it",
  " unless it sits in a quotation",
  " except for quotes",
  " save for the appendix",
  " barring the appendix",
  " minus the blog",
  " bar the FAQ",
  " aside from release notes",
  " other than the tutorials",
  " everything but the tutorials",
  " anywhere that isn't the blog",
  " on all pages besides the home page",
  " not including the archive",
  " with the exception of the archive",
  " omitting drafts",
  " leaving drafts out",
  " leaving the drafts be",
  " in the new chapters",
  " for the mobile sdk",
  " on our pricing pages",
  " in the German translation",
  " in pages written by Bob",
  " in pages tagged beta",
  " in pages changed last month",
  " in files larger than 10 kB",
  " in the second section",
  " in tables",
  " in headings but not in text",
  " inside callouts",
  " in the title only",
  " without changing the changelog",
  " without renaming files",
  " without opening a pull request",
  " and show me a draft before anything is changed",
  " but let me review it first",
  " then ask Maria before merging",
  " as a dry run",
  " just tell me what you would do",
  " and push it straight to main",
  " by hand",
  " manually",
  " in alphabetical order",
  ". Don't bother with the archive.",
  ". The archive can stay.",
  ". No need to do the archive.",
  ". Ignore whatever is in vendor.",
  ". Archive is fine as is.",
  ". Everything in beta is somebody else's job.",
  ". I already did the guides.",
  ". The tutorials were done yesterday.",
  ". Bob takes care of the blog.",
  ". Wait for my go.",
  ". Not yet, though.",
  ". Actually, never mind.",
  ". Forget it.",
  ". On second thought, no.",
  ". Scratch that.",
  ". Or rather not.",
  " because only the guides matter",
  " since the blog gets replaced anyway",
  " so that the archive stays untouched",
  " because the reference is generated",
  " since legal owns the terms",
  " so only the tutorials are affected",
  "? I'm not sure we should.",
  " maybe?",
  " or should we wait?",
  ". Tell me how many there are first.",
  ". Limit it to the guides.",
  ". Restrict yourself to guides.",
  ". Stick to the tutorials.",
  ". Focus on the tutorials.",
  ". Start with the tutorials.",
  ". The guides come first.",
  ". Priority: guides.",
  ". Scope: guides.",
  ". Guides only.",
  ". Skip README.",
  ". Except README.",
  ". Minus README.",
  ", our interns wrote the tutorials",
  ", the team wants it warmer",
  ", customers asked for dark mode",
  ", people prefer British spelling",
  ", which live in the guides",
  ", which are older than a year",
  ", the ones from Friday",
  ", two of them at least",
];

describe("in whatever words and place, a limit keeps a request from running", () => {
  test.each(agentTasks.map((task, number) => ({ ...task, number })))("$name", ({ example, number }) => {
    for (const limit of unlistedLimits.filter((_, at) => (at + number) % 12 === 0)) {
      const [, said = ""] = /^[.,?\s]*(.*?)[.?]?$/.exec(limit) ?? [];
      for (const prompt of [`${example}${limit}`, `${said.charAt(0).toUpperCase()}${said.slice(1)}. ${example}`])
        expect(readPrompt(prompt).tasks, prompt).toEqual([]);
    }
  });
});

test.each([
  "Links in the sandbox are broken. Fix them.",
  "The sandbox has typos, please correct them",
  "Typos in the playground annoy people. Fix them.",
  "Images on the landing page are too big. Compress them.",
  "A customer reported a broken link on the billing page. Fix it.",
  "Bob found two typos on a page about billing. Please fix them.",
  "There is a typo on a page. Fix it.",
  "Our partner portal links are dead, please repair",
  "Links to the partner portal are dead. Please fix those.",
  "Links that point to GitHub are broken, fix them",
  "Code blocks with yaml have no language, add it",
  "Code blocks written by Bob have no language. Add it.",
  "Python code blocks lack a language, please add it",
  "Headings in tables are wrong, fix them",
  "The third heading is wrong. Fix it.",
  "Anchors created before 2020 are broken. Fix them.",
  "Links added last week are broken. Fix them.",
  "Images larger than 1 MB are a problem. Compress them.",
  "Images over 1 MB slow us down, compress them",
  "PNG images are too big. Compress them.",
  "Screenshots of the dashboard are too big. Compress them.",
  "Only the German pages have typos. Fix them.",
  "Mostly the German pages have typos. Fix them.",
  "The API pages have no descriptions. Fill them in.",
  "Pages about billing have no descriptions. Please add them.",
  "New pages have no description. Add one.",
  "Draft pages are missing in the navigation. Add them.",
  "Beta pages aren't in the sidebar, add them",
  "Moved pages from the v1 docs have no redirects. Add them.",
  "Redirects for the API are missing. Add them.",
  "We care about the links in the tutorials. Fix the broken links.",
  "We only care about external ones. Fix broken links.",
  "Anna asked us to leave the glossary. Fix typos.",
  "The team agreed to freeze the API docs. Fix typos.",
  "Marketing writes the blog itself. Fix typos.",
  "Legal wrote the privacy page word by word. Fix typos.",
  "Our lawyers approved the wording of the terms. Fix typos.",
  "The reference is built by a script. Fix broken links.",
  "Our SDK docs get overwritten by a script each night. Fix typos.",
  "Someone else is working on the sidebar. Fix broken links.",
  "Bob is rewriting the guides. Fix typos.",
  "Bob works on the migration docs this week. Fix typos.",
  "We ship on Friday, nothing big please. Fix broken links.",
  "I have only ten minutes for review. Fix broken links.",
  "We can review at most ten files. Fix typos.",
  "Our reviewers hate large pull requests. Fix typos.",
  "Our CI fails with more than 50 changed files. Fix typos.",
  "We prefer small changes. Fix typos.",
  "I would rather have you ask first. Fix typos.",
  "Fix typos. We can't touch the changelog.",
  "Fix typos. The changelog is history.",
  "Fix typos. Changelogs are immutable.",
  "Fix typos. Quotes are verbatim.",
  "Fix typos. Our product is spelled flickr.",
  "Fix typos, flickr is spelled that way",
  "Fix typos. Some of them are jokes.",
  "Fix typos. Some are intended.",
  'Fix typos. "teh" is a name.',
  "Fix broken links. Some point to pages that come with the next release.",
  "Fix broken links. The ones to /beta will work soon.",
  "Fix broken links. Links to beta come later.",
  "Fix heading levels. Our FAQ skips levels because it looks better.",
  "Compress images. Logos have to stay sharp.",
  "Compress images. The logo looks bad when compressed.",
  "Compress images. Designers need the originals.",
  "Compress images, we keep the originals in assets/raw",
  "Remove trailing whitespace. Markdown needs two spaces for line breaks.",
  "Remove trailing whitespace. Our poems use it.",
  "Label code fences. Output blocks have none on purpose.",
  "Label code fences. Mermaid is handled by a plugin.",
  "Add orphan pages to the navigation. Some are hidden for a reason.",
  "Add orphan pages to the navigation. Landing pages should stay out.",
  "Fill missing descriptions. Legal checks those of the API.",
  "Update the copyright year. Third-party notices keep theirs.",
  'Rename "Acme" to "Nimbus". The company is still called Acme.',
  'Rename "Acme" to "Nimbus". Acme Inc. remains the legal entity.',
  'Rename "Acme" to "Nimbus". The repo is called acme.',
  'Rename "Acme" to "Nimbus". Our domain didn\'t change.',
  'Rename "Acme" to "Nimbus" and keep the old name in the changelog',
  'Rename "Acme" to "Nimbus", the old name lives on in URLs',
  'Rename "Acme" to "Nimbus", first mention: Nimbus (formerly Acme)',
  'Replace "v1" with "v2". The migration guide compares both.',
  'Replace "v1" with "v2". v1 is mentioned in the release notes.',
  'Replace "v1" with "v2" where we talk about the API',
  "Move guides/a to guides/b. Its images live in assets.",
  "Move guides/a to guides/b and leave a copy",
  "Move guides/a to guides/b, and keep the old page",
  "Move guides/a to guides/b, no redirect",
  "Move guides/a to guides/b without a redirect",
  "Move guides/a to guides/b, don't redirect",
  "Move guides/a to guides/b but keep it at guides/a too",
  "Move guides/a to guides/b when Bob is done",
  "Add redirects for moved pages. The blog has its own.",
  "Add redirects, we host the blog elsewhere",
  "Fix links for the German version",
  "Fix links for readers in Japan",
  "Fix links so that the archive is untouched",
  "Fix the links we talked about",
  "Fix the links from my list",
  "Fix the typos Bob reported",
  "Fix the typos I marked",
  "Fix the two typos",
  "Fix a typo",
  "Fix one broken link",
  "Fix some typos",
  "Fix a few broken links",
  "Fix most of the broken links",
  "Fix a couple of typos",
  "Fix the first broken link",
  "Fix the remaining typos",
  "Fix easy typos",
  "Fix obvious typos",
  "Fix trivial broken links",
  "Fix high-priority broken links",
  "Fix broken links conservatively",
  "Fix broken links partially",
  "Fix new broken links",
  "Fix recent typos",
  "Fix typos since the release",
  "Fix typos since Monday",
  "Fix typos from last week",
  "Fix today's typos",
  "Fix broken links daily",
  "Fix broken links tonight",
  "Compress big images",
  "Compress the largest images",
  "Compress new images",
  "Compress PNG images",
  "Compress the screenshots of the dashboard",
  "Fix broken links of the API",
  "Fix broken links to the API",
  "Fix links to Slack",
  "Fix typos in headings",
  "Fix typos in code comments",
  "Fix typos in alt texts",
  "Add missing descriptions to new pages",
  "Add a language to yaml blocks",
  "Label bash code blocks",
  "Label code blocks as bash",
  'Label all code blocks as "text"',
  "Add descriptions with at most 100 characters",
  "Write funny descriptions for pages without one",
  "Add descriptions in German where missing",
  "Add orphan pages to a new group",
  "Add orphan pages at the end of the navigation",
  "Add orphan pages to the Guides group",
  "Add missing redirects as 302",
  "Add temporary redirects for moved pages",
  "Fix heading levels by making everything h2",
  "Fix broken links by removing them",
  "Fix dead links by unlinking",
  "Fix typos using British spelling",
  "Fix spelling to British English",
  "Remove trailing spaces and blank lines",
  "Remove trailing slashes",
  "Remove unused images",
  "Delete unused pages",
  "List unused pages and delete them",
  "Check external links and remove dead ones",
  "List images without alt text and write it",
  'rename "Acme" to "Nimbus" in titles',
  'rename "Acme" to "Nimbus" on new pages',
  'rename "Acme" to "Nimbus" once',
  'rename the first "Acme" to "Nimbus"',
  'rename "Acme" to "Nimbus" or "Cumulus"',
  'rename "Acme" to "Nimbus" maybe',
  'replace "a" with "b" twice',
  'swap "a" and "b"',
  'should I rename "Acme" to "Nimbus"?',
  'what if we rename "Acme" to "Nimbus"',
  'we considered renaming "Acme" to "Nimbus"',
  'we renamed "Acme" to "Nimbus" yesterday',
  'never rename "Acme" to "Nimbus"',
  'stop renaming "Acme" to "Nimbus"',
  'undo: rename "Acme" to "Nimbus"',
  "revert the move of guides/a to guides/b",
  "we moved guides/a to guides/b",
  "guides/a was moved to guides/b by mistake",
  "somebody moved guides/a to guides/b, fix links",
  "use Postgres rather than MySQL",
  "we use Postgres instead of MySQL",
  "we call it Nimbus, not Acme, in code",
  "Acme is called Nimbus in Japan",
  "Acme is now Nimbus in our app, but not in the docs",
  'prefer "log in" to "login" in new text',
])("%j isn't run, because a task would do more or less than it says", (prompt) => {
  expect(readPrompt(prompt).tasks).toEqual([]);
});

test("a place in a line of its own, which may be about all lines after it, keeps a list of requests from running", () => {
  expect(readPrompt("In guides/:\n- fix typos\n- remove trailing spaces").tasks).toEqual([]);
  expect(readPrompt("In guides/:\nfix typos").tasks).toHaveLength(1);
});

test("a sentence without a verb that asks for something isn't a request", () => {
  expect(readPrompt("fix typos. The links work.").tasks).toEqual([]);
  expect(readPrompt("fix typos and links").tasks).toHaveLength(2);
});

test("a year that the docs still have isn't the new one", () => {
  expect(readPrompt("our docs still say copyright 2021, please update it").tasks).toMatchObject([{ values: [] }]);
});
