import { expect, test } from "vitest";
import { analyzeSections } from "./analyze-sections.ts";
import { buildIndex } from "./build-index.ts";
import { find, indexFiles, indexOf, page, paths } from "./search-test-support.ts";

const pages = [
  page("/proxy", ["Set up: The proxy needs a port.", "Code: ```server.port = 1```"], { keywords: ["gateway"] }),
  page("/empty", []),
  page("/accents", ["Grüße: Zażółć 𝒜𝓁𝓅𝒽𝒶 日本語の文書", `Long: ${"many words ".repeat(900)}`]),
];

test("an index built from cached analyses equals an index built from the texts", async () => {
  const whole = await indexFiles(pages);
  const kept = pages.map(({ sections, ...rest }) => {
    // The analysis starts at an arbitrary offset of a larger buffer, as in the cache.
    const analysis = Buffer.concat([Buffer.from("x"), analyzeSections(sections)]).subarray(1);
    return { ...rest, analysis };
  });
  expect((await buildIndex(kept)).list).toEqual(whole.list);
});

test("a page analyzed on its own is found by its text, its code and its headings", async () => {
  const index = await indexOf(...pages);
  expect(paths(index, "port")).toEqual(["/proxy"]);
  expect(paths(index, "gateway")).toEqual(["/proxy"]);
  expect(paths(index, "empty")).toEqual(["/empty"]);
  expect(paths(index, "文書")).toEqual(["/accents"]);
  expect(find(index, "server.port")[0]?.passages[0]?.blocks).toEqual([{ kind: "code", text: "server.port = 1" }]);
});

test("binary search finds terms beyond the basic multilingual plane", async () => {
  const words = ["ｱｲｳ", "𝔘𝔫𝔦", "𐐷𐑊𐑌", "zebra", "ﬀ", "ａｂｃ"];
  const index = await indexOf(...words.map((word, number) => page(`/p${number}`, `Word ${word} here.`)));
  for (const [number, word] of words.entries()) expect(paths(index, word)).toContain(`/p${number}`);
});

test("the analysis of a page doesn't depend on words of earlier pages, even very long ones", () => {
  const address = "client.organizations.projects.environments.variables.listAllOfThem";
  const sentence =
    "文書を検索するときに使う言葉は空白で区切られていないことが多いのでとても長い単語になることがあります";
  const first = page("/a", [`One: ${address} then ordinary.`, `Two: ${sentence} plain ${address}`]);
  const second = page("/b", [`Three: ${sentence}x unseen ${address}s`, "Four: other words of this page alone"]);
  const before = [first, second].map(({ sections }) => analyzeSections(sections));
  const after = [second, first].map(({ sections }) => analyzeSections(sections)).toReversed();
  expect(after).toEqual(before);
});
