import { expect, test, vi } from "vitest";
import { slow } from "../../../../../test/support/slow.ts";
import { findTypes } from "./find-types.ts";
import { markTypes } from "./mark-types.ts";
import { readTwoslash } from "./read-twoslash.ts";

vi.setConfig(slow);

/** Long limits, because machines that run tests can be slow. */
const patient = { startSecondsMax: 60, blockSecondsMax: 30 };
const types = (code: string, limits = patient) => findTypes(readTwoslash(code, "ts"), { seconds: 60 }, limits);

test("twoslash instructions and cut lines are hidden, and other comments are shown", () => {
  const code =
    "// @noErrors\nhidden()\n// ---cut---\nconst a = x\n//    ^?\n// a plain comment\n// ---cut-after---\nmore()";
  expect(readTwoslash(code, "ts").shown).toBe("const a = x\n// a plain comment");
});

test("names in a twoslash block have types, except those imported from packages", () => {
  const found = types('import { z } from "zod";\nconst a = [1, 2].map(String);\nconst b = z.string();');
  expect(found?.hovers).toContainEqual({ line: 1, column: 6, length: 1, text: "const a: string[]" });
  expect(found?.hovers.filter(({ line }) => line !== 1)).toEqual([]);
});

test("a twoslash block can't import or read files of the server", () => {
  const found = types(
    'import config from "../../package.json";\n/// <reference path="/etc/passwd" />\nconst c = config;',
  );
  expect(found?.hovers.map(({ text }) => text)).toEqual([]);
  expect(types('const d = require("fs");')?.hovers).toEqual([]);
});

test("a block whose types take too long is shown without types, and the next block still has types", () => {
  const letters = [..."abcdefghij"].map((letter) => `"${letter}"`).join(" | ");
  const endless = `type L = ${letters};\ntype A = \`\${L}\${L}\${L}\${L}\`;\nconst x: { [K in A]: { [M in A]: \`\${K}\${M}\` } }[A][A] = "a";`;
  expect(types(endless, { ...patient, blockSecondsMax: 2 })).toBeUndefined();
  expect(types("const b = 2;")?.hovers).toHaveLength(1);
});

test("a page without time left gets no types", () => {
  expect(findTypes(readTwoslash("const late = 1;", "ts"), { seconds: 0 })).toBeUndefined();
});

test("types are added as attributes, so the text of the code doesn't change", () => {
  const hovers = [
    { line: 0, column: 0, length: 1, text: 'a: "<b>"\n& more' },
    { line: 0, column: 4, length: 3, text: "across tags" },
  ];
  const marked = markTypes('a &lt; <span class="hljs-x">b</span>cd\ne', { hovers, notes: [] });
  expect(marked).toBe(
    '<span class="typed" data-type="a: &quot;&lt;b&gt;&quot;&#10;&amp; more" tabindex="0">a</span> &lt; <span class="hljs-x">b</span>cd\ne',
  );
});
