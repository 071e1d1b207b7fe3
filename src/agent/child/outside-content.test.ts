import { expect, test } from "vitest";
import { findOutsideContent, type KnownHosts, outsideProblem } from "./outside-content.ts";

const none: ReadonlySet<string> = new Set();
const known: KnownHosts = { linked: new Set(["friend.example"]), loaded: new Set(["images.example"]), asked: none };
const page = (body: string) => `---\ntitle: Start\n---\n\n${body}\n`;
const problem = (body: string, given: Partial<KnownHosts> = {}) =>
  outsideProblem("start.mdx", page("Words."), page(body), { ...known, ...given });

test.each([
  "[A guide](https://new.example/guide) helps.",
  "Call `curl https://new.example/v1`.",
  "```sh\ncurl https://new.example/v1 # // see\n```",
  "Open https://new.example now.",
  '<Card title="Guide" href="https://new.example/guide" />',
  "![Logo](https://images.example/logo.png)",
  "[Start](/start) and ![Dot](/dot.png) // no comment",
])("a visible address, or an image of a known host, may be written: %s", (body) => {
  expect(problem(body)).toBeUndefined();
});

test.each([
  "![Logo](https://new.example/logo.png)",
  "![Logo](https://friend.example/logo.png)",
  "[ ](https://new.example)",
  '<a href="https://new.example"></a>',
  "<div hidden>[A guide](https://new.example)</div>",
  "{/* https://new.example */}",
  "[A guide](javascript:run)",
  "Words\u200b.",
])("a hidden address, or something from another host, may not be written: %s", (body) => {
  expect(problem(body)).toBeDefined();
});

test("a host that the person names may be used in every way", () => {
  expect(problem("![Logo](https://new.example/logo.png)", { asked: new Set(["new.example"]) })).toBeUndefined();
});

test("what was there before may stay", () => {
  const before = page("{/* https://new.example */}");
  expect(outsideProblem("start.mdx", before, before.replace("title: Start", "title: Begin"), known)).toBeUndefined();
});

test("new hosts, images and scripts are listed", () => {
  const after = page(
    'import Tip from "/snippets/tip.mdx"\n\n[A](https://new.example)\n\n![B](/b.png)\n\n<iframe src="/c" />',
  );
  expect(findOutsideContent("start.mdx", page("Words."), after, known.linked)).toEqual({
    hosts: ["new.example"],
    images: ["/b.png"],
    scripts: ['import Tip from "/snippets/tip.mdx" in start.mdx', "<iframe> in start.mdx"],
  });
});
