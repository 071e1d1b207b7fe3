import { expect, test } from "vitest";
import { answerLink } from "../../contract/answer-link.ts";
import type { TextBlock } from "../../search/indexing.ts";
import type { PageToIndex } from "../../search/page-to-index.ts";
import { indexOf, page } from "../../search/search-test-support.ts";
import { retrieve } from "../retrieve.ts";
import { askLast, testQuestion } from "../words/words-test-support.ts";
import { type BuiltInReply, makeReply, sendReply } from "./built-in-reply.ts";

const url = "https://acme.example.com";
const filler = Array.from({ length: 30 }, (_, number) =>
  page(`/other-${number}`, [`Subject ${number}: Something about gardens, rivers and mountains of region ${number}.`]),
);

/** The reply to the last of these messages. */
async function reply(pages: PageToIndex[], ...messages: string[]): Promise<BuiltInReply & { text: string }> {
  const index = await indexOf(...pages, ...filler);
  const question = testQuestion(messages.at(-1) ?? "");
  const asked = askLast(index, messages);
  const found = retrieve(index, url, asked.query, { pageSize: 5, filter: {}, currentPath: undefined });
  const deps = { index, url, siteUrl: (link: string) => answerLink(link, [url]) };
  const made = makeReply(deps, { siteName: "Acme", asked, question, found });
  return { ...made, text: made.texts.join("") };
}

function withBlocks(path: string, title: string, heading: string, blocks: TextBlock[]): PageToIndex {
  const section = { headingPath: [heading], anchor: heading.toLowerCase().replaceAll(" ", "-"), blocks };
  return { ...page(path, []), title, sections: [section] };
}

const backup = page(
  "/guides/backup",
  [
    "A backup is a copy of the database and of the published sites.",
    "Make a backup: Run the backup command every night. It writes a single archive.\n\n```lectern backup /var/backups```",
    "Restore a backup: Stop the server, then run the restore command with the archive.\n\n```lectern restore FILE```",
  ],
  { title: "Backup" },
);

test("an answer quotes the section under its heading and cites it", async () => {
  const { kind, cited, text } = await reply([backup], "how do I restore a backup");
  expect(kind.outcome).toBe("answered");
  expect(text).toMatch(
    /^\*\*From the docs: Backup › Restore a backup\*\* \[\\\[1\\\]\]\(https:\/\/acme\.example\.com\/guides\/backup#restore-a-backup\)\n\nStop the server/,
  );
  expect(cited[0]).toMatchObject({ path: "/guides/backup", url: `${url}/guides/backup#restore-a-backup` });
});

test("a “what is” question is answered from the beginning of the page", async () => {
  const { text } = await reply([backup], "what is a backup");
  expect(text).toMatch(/^\*\*From the docs: Backup\*\* .*\n\nA backup is a copy/);
});

test("an API endpoint doesn't define the thing that it returns", async () => {
  const endpoint = withBlocks("/api/get-a-market", "Get a market", "", [
    { kind: "text", text: "GET /markets/{market_id}", marks: [{ kind: "code", start: 4, end: 24 }] },
    { kind: "text", text: "Returns the market with this market_id." },
  ]);
  const markets = page("/markets", ["A market groups the countries that share a currency."], { title: "Markets" });
  expect((await reply([endpoint, markets], "what is a market?")).text).toMatch(/^\*\*From the docs: Markets\*\*/);
});

test("“what is” with the name of the site is answered from the introduction", async () => {
  const home = page("/", ["A platform for toasters and their owners."], { title: "Introduction" });
  const part = page("/acme-cloud", ["Acme Cloud runs Acme for you. Acme updates itself."], { title: "Acme Cloud" });
  expect((await reply([home, part], "what is Acme?")).text).toMatch(/^\*\*From the docs: Introduction\*\*/);
});

test("a section whose heading is the question is an answer", async () => {
  const offline = page("/offline", ["How to run Zorblax without internet: Copy the models first."], {
    title: "Models",
  });
  expect((await reply([offline], "How to run Zorblax without internet")).kind.outcome).toBe("answered");
});

test("everyday words around the matter don't lead to a refusal", async () => {
  const proxy = page("/proxy", ["Certificates: Set caBundlePath if a proxy has its own root certificate."]);
  const asked = "the proxy in our office on the second floor has its own root certificate, what now";
  expect((await reply([proxy], asked)).text).toContain("caBundlePath");
});

test("a description that the text repeats with markup is shown once", async () => {
  const codes = page("/codes", ["Set codes_count to the number of codes."], {
    title: "Codes",
    description: "Set codescount to the number of codes.",
  });
  const { text } = await reply([codes], "what are codes?");
  expect(text).toContain("codes_count");
  expect(text).not.toContain("codescount");
});

test("the value in an example isn't presented as the default", async () => {
  const code = "{ debounceDelay: 250 }";
  const example = withBlocks("/autocomplete", "Autocomplete", "debounceDelay", [
    { kind: "text", text: "Set debounceDelay to wait before a completion." },
    { kind: "code", text: code },
  ]);
  const { kind, text } = await reply([example], "default debounceDelay");
  expect(kind.outcome).toBe("suggested");
  expect(text).toContain(code);
});

test("a question about something else is refused with the closest pages", async () => {
  const { kind, cited, text } = await reply([backup], "How do I bake a chocolate cake with Photoshop?");
  expect(kind.outcome).toBe("not_in_docs");
  expect(cited).toEqual([]);
  expect(text).toMatch(/^The documentation of Acme doesn’t seem to answer this\./);
});

test("before the first update, a reply says that nothing is published yet", () => {
  const question = testQuestion("backup");
  const asked = { query: "backup", focus: "backup", subject: undefined, isForeign: false, language: "en" };
  const found = { pages: [], passages: [] };
  const deps = { index: undefined, url, siteUrl: () => undefined };
  const { kind, texts } = makeReply(deps, { siteName: "Acme", asked, question, found });
  expect(kind).toEqual({ outcome: "not_in_docs", nearest: [] });
  expect(texts.join("")).toContain("The documentation of Acme isn’t published yet.");
});

test("rows of a table are shown as a table under the names of its columns", async () => {
  const head: TextBlock = { kind: "head", text: "Setting · Default", cells: [0, 7, 10, 17] };
  const row = (name: string, value: string): TextBlock => ({
    kind: "row",
    text: `${name} · ${value}`,
    head,
    cells: [0, name.length, name.length + 3, name.length + 3 + value.length],
  });
  const rows = Array.from({ length: 40 }, (_, number) => row(`unrelated setting number ${number}`, `value ${number}`));
  const blocks = [head, ...rows, row("upload size", "3 MB"), ...rows];
  const { text } = await reply([withBlocks("/limits", "Limits", "Settings", blocks)], "default upload size");
  expect(text).toMatch(/\| Setting \| Default \|\n\| --- \| --- \|\n(?:\|.*\n)*\| upload size \| 3 MB \|/);
});

test("the solution to an error is shown together with its symptom", async () => {
  const errors = page(
    "/errors",
    [
      "WATCH_LIMIT_REACHED: The server prints WATCH_LIMIT_REACHED and stops.",
      "Solution: Raise the limit of watchers in the system settings.",
    ],
    { title: "Errors" },
  );
  const { text } = await reply([errors], "Error: WATCH_LIMIT_REACHED");
  expect(text).toContain("Raise the limit of watchers");
});

test("the quote from a list of problems starts at the title of the relevant problem", async () => {
  const problem = (title: string, text: string): TextBlock[] => [
    { kind: "text", text: title, marks: [{ kind: "strong", start: 0, end: title.length }] },
    { kind: "text", text },
    ...["stop", "start"].map((verb): TextBlock => ({ kind: "code", text: `server ${verb}`, language: "bash" })),
  ];
  const others = ["disk", "clock", "mail", "cache", "proxy", "memory", "socket"].flatMap((name) =>
    problem(`The ${name} of the server is wrong`, `Look at the ${name} and restart the server as below.`),
  );
  const asked = problem("The upstream doesn’t answer", "A 502 from the server means that its upstream key is wrong.");
  const pages = [withBlocks("/troubleshooting", "Troubleshooting", "Problems", [...others, ...asked])];
  const { text } = await reply(pages, "502 upstream error from my server");
  expect(text).toMatch(/\n\n\*\*The [^*]+\*\*\n\n/);
  expect(text).toContain("**The upstream doesn’t answer**\n\nA 502 from the server");
});

test("a long section with a short last part is still quoted from its beginning", async () => {
  const steps = Array.from(
    { length: 12 },
    (_, number) =>
      `Step ${number} of a backup copies another part of the database into the archive, one table at a time.`,
  );
  const blocks = [...steps, "A backup of an old version is smaller."].map(
    (text): TextBlock => ({ kind: "text", text }),
  );
  const pages = [withBlocks("/guides/backup", "Backup", "Make a backup", blocks)];
  expect((await reply(pages, "how do I make a backup")).text).toMatch(/\n\nStep 0 of a backup/);
});

test("a question with one subject word never gets a definite answer if no heading has the word", async () => {
  const disks = page("/disks", ["Space: The server needs 100 MB of free space on every disk."], { title: "Disks" });
  expect((await reply([disks], "is it free?")).kind.outcome).toBe("suggested");
});

test("“show me an example” refers to the thread's subject", async () => {
  const { kind, text } = await reply([backup], "how do I restore a backup", "show me an example");
  expect(kind.outcome).toBe("suggested");
  expect(text).toContain("lectern restore FILE");
});

test("an operating system error code finds pages that describe the error in plain words", async () => {
  const ports = page("/start", ["Problems: If the port is in use, stop the other program or set another port."]);
  const { text } = await reply([ports], "Error: listen EADDRINUSE: address already in use 127.0.0.1:3000");
  expect(text).toContain("stop the other program");
});

test("a yes/no question is answered with the deciding sentence first", async () => {
  const text =
    "A preview has an address of its own. It shows the branch as it is. Previews don’t send webhooks to anyone.";
  const previews = withBlocks("/previews", "Previews", "Branch previews", [{ kind: "text", text }]);
  const { text: shown } = await reply([previews], "do previews send webhooks?");
  expect(shown).toContain(")\n\nPreviews don’t send webhooks to anyone.\n\nA preview has an address of its own.");
});

test("both sides of a comparison are shown", async () => {
  const filters = page(
    "/write/visibility",
    [
      "Hidden: A hidden page is left out of the navigation, but everyone who has its address can read it.",
      "Noindex: A noindex page asks crawlers of search engines to leave it out of their results.",
    ],
    { title: "Visibility" },
  );
  const { text } = await reply([filters], "difference between hidden and noindex");
  expect(text).toContain("left out of the navigation");
  expect(text).toContain("asks crawlers");
});

test("a reply never shows more than 1,800 characters", async () => {
  const long = Array.from({ length: 12 }, (_, number) =>
    page(`/widgets/${number}`, [
      `Configure widgets ${number}: ${"Widgets are configured in the widget file. ".repeat(60)}`,
    ]),
  );
  expect((await reply(long, "how do I configure widgets")).text.length).toBeLessThanOrEqual(1_800);
});

test("a passage that was cut gets the room that the others don't need", async () => {
  const sentences = Array.from(
    { length: 9 },
    (_, number) => `Toasters need tray ${number}, which catches the crumbs of bread.`,
  );
  const long = page("/trays", [`Trays: ${sentences.join(" ")}`], { title: "Trays" });
  const others = ["doors", "cables", "feet"].map((name) => page(`/${name}`, [`Toasters: A toaster has ${name}.`]));
  const { text } = await reply([long, ...others], "my toaster drops crumbs, is there something for it");
  expect(text).toContain("A toaster has feet.");
  expect(text).toContain(sentences.join(" "));
});

test("a page about nothing but the question's subject may fill the whole reply", async () => {
  const care = ["Empty the tray", "Wash the tray", "Replace the tray"];
  const trays = page(
    "/trays",
    care.map(
      (heading) => `${heading}: ${heading} when the toaster drops crumbs. ${"Bread is made of flour. ".repeat(20)}`,
    ),
    { title: "Trays" },
  );
  const { text } = await reply([trays], "my toaster drops crumbs, is there something for it");
  for (const heading of care) expect(text).toContain(`${heading} when the toaster drops crumbs.`);
});

test("a section is quoted once, even if a shorter quote continues with it", async () => {
  const floors = Array.from(
    { length: 12 },
    (_, number) => `On floor ${number} they fall on the table, then on the ground.`,
  );
  const crumbs = `Toasters drop crumbs of bread. ${floors.join(" ")}`;
  const pages = [page("/toasters", ["A toaster toasts bread.", `Crumbs: ${crumbs}`], { title: "Toasters" })];
  const { text } = await reply(pages, "my toaster drops crumbs, is there something for it");
  expect(text.split("Toasters drop crumbs of bread.")).toHaveLength(2);
});

test("code that doesn't fit after its label is shown in part", async () => {
  const lines = (verb: string) => Array.from({ length: 40 }, (_, number) => `toaster.${verb}(${number});`).join("\n");
  const tabs = ["heat", "cool"].flatMap((verb): TextBlock[] => [
    { kind: "text", text: verb, marks: [{ kind: "strong", start: 0, end: verb.length }] },
    { kind: "code", text: lines(verb), language: "js" },
  ]);
  const { text } = await reply([withBlocks("/heat", "Toasters", "Heat", tabs)], "how do I heat a toaster");
  expect(text).toMatch(/\*\*heat\*\*\n\n```js\n(?:…\n)?toaster\.heat/);
});

test("a question in another language gets suggestions, never a definite answer", async () => {
  const { kind } = await reply([backup], "Wie stelle ich ein Backup wieder her?");
  expect(kind.outcome).toBe("suggested");
});

test("a page title that is also the first heading is shown once", async () => {
  const routes = page("/routes", ["Routes: A route maps an address to a handler of the server."], { title: "Routes" });
  expect((await reply([routes], "what are routes")).text).not.toContain("Routes › Routes");
});

test("only the pages that a reply quotes count as cited", async () => {
  const sending = sendReply(await reply([backup], "how do I restore a backup"));
  let next = sending.next();
  while (!next.done) next = sending.next();
  expect(next.value.cited).toContain("/guides/backup");
  expect(new Set(next.value.cited).size).toBe(next.value.cited.length);
});
