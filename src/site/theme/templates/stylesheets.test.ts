import { readdirSync, readFileSync } from "node:fs";
import { type CssNode, generate, parse, walk } from "css-tree";
import { expect, test } from "vitest";
import { pageSheets, readPart, sheets, themeParts } from "./stylesheets.ts";

const folder = new URL("../assets/styles/", import.meta.url);
const allParts = [...sheets.flatMap(({ parts }) => parts), ...Object.values(themeParts).flat()];

test("every stylesheet of the source is part of a stylesheet of the site", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));
  expect(files.toSorted()).toEqual([...new Set(allParts)].map((name) => `${name}.css`).toSorted());
});

test.each([...new Set(allParts)])("without comments and white space, %s has the same rules", (name) => {
  const source = readFileSync(new URL(`${name}.css`, folder), "utf8");
  const small = readPart(name);
  const rules = (css: string) => generate(parse(css, { parseCustomProperty: true }));
  expect(rules(small)).toBe(rules(source));
  expect(small.length).toBeLessThan(source.length);
});

/** Set by templates and scripts on pages whose stylesheets are chosen without looking for a class. */
const frameNames = /has-aside|article-aside|article-top|in-other-view|tester|try-button/;

test.each(sheets.filter(({ use }) => use !== undefined))(
  "pages that need a rule of $name link to it",
  ({ parts, use }) => {
    const isFound = (text: string) => use?.test(text) === true || frameNames.test(text);
    /** Whether every element that the selector matches needs a name that is looked for. */
    const isSafe = (selector: CssNode): boolean =>
      "children" in selector &&
      selector.children?.some((node) => {
        if (node.type === "ClassSelector") return isFound(`class="${node.name}"`);
        if (node.type === "TypeSelector") return isFound(`<${node.name}>`);
        if (node.type === "AttributeSelector") return isFound(` ${node.name.name}=`);
        if (node.type !== "PseudoClassSelector" || !["is", "where"].includes(node.name)) return false;
        return node.children?.first?.type === "SelectorList" && node.children.first.children.toArray().every(isSafe);
      }) === true;
    const unsafe: string[] = [];
    for (const part of parts) {
      walk(parse(readPart(part)), {
        visit: "Rule",
        enter({ prelude }) {
          if (this.atrule?.name === "keyframes" || prelude.type !== "SelectorList") return;
          unsafe.push(
            ...prelude.children
              .toArray()
              .filter((one) => !isSafe(one))
              .map((one) => generate(one)),
          );
        },
      });
    }
    expect(unsafe).toEqual([]);
  },
);

const article = { html: "", top: "", aside: "", tester: "", headings: [], stylesheet: undefined };
const names = sheets.map(({ name }) => name);

test.each([
  ["<p>Use a card with code.</p>", "frame site"],
  ['<div class="wide callout"></div>', "frame boxes site"],
  ["<details><summary>More</summary></details>", "frame boxes site"],
  ['<div class="code"><pre></pre></div>', "frame code site"],
  ['<ul class="tree"></ul>', "frame lists site"],
  ['<div data-island="a"></div>', "frame code boxes site"],
])("a page with %s links to %s", (html, expected) => {
  expect(pageSheets(names, { directory: undefined } as never, { ...article, html }).join(" ")).toBe(expected);
});

test("a page with examples at its side links to the rules of API pages", () => {
  const chosen = pageSheets(names, { directory: undefined } as never, { ...article, aside: "<p>Example</p>" });
  expect(chosen).toEqual(["frame", "code", "api", "site"]);
});

/** A part of the pages on which a script adds elements or classes. */
const pagesOfScripts: Record<string, string> = {
  "choices.ts": '<div class="view"></div>',
  "code-types.ts": '<pre class="typed"></pre>',
  "copy-code.ts": "<pre></pre>",
  "diagrams.ts": '<figure class="diagram"></figure>',
  "draw-mermaid.ts": '<figure class="diagram"></figure>',
  "tabs.ts": '<div class="tabs"></div>',
  "watch-mermaid.ts": '<figure class="diagram"></figure>',
  "built-in.tsx": '<div data-island="a"></div>',
};
const ofTester = new Set(["show-response.ts", "tester.ts"]);
const scripts = ["../assets/scripts/", "../../../../web/site/islands/"].flatMap((name) => {
  const place = new URL(name, import.meta.url);
  const files = readdirSync(place, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  return files.map((file) => [file.split(/[\\/]/).at(-1) ?? "", readFileSync(new URL(file, place), "utf8")] as const);
});

test("classes that scripts add in the browser have rules on the pages of these scripts", () => {
  const sheetsOf = new Map<string, Set<string>>();
  for (const { name, parts } of sheets) {
    const addSheet = (found: string) => sheetsOf.set(found, (sheetsOf.get(found) ?? new Set()).add(name));
    for (const part of parts) {
      walk(parse(readPart(part)), { visit: "ClassSelector", enter: (node) => void addSheet(node.name) });
    }
  }
  const checked: string[] = [];
  const without = scripts.flatMap(([file, code]) => {
    // Strings with a dot or a bracket are selectors and addresses.
    const strings = code.replaceAll(/role = "\w+"/g, "").matchAll(/(["`])([^"`.[(]*)\1/g);
    const words = new Set(Array.from(strings, ([, , text = ""]) => text.split(/[^\w-]+/)).flat());
    const html = pagesOfScripts[file] ?? "";
    const chosen = pageSheets(names, { directory: undefined } as never, {
      ...article,
      html,
      tester: ofTester.has(file) ? "<dialog></dialog>" : "",
    });
    return [...words]
      .filter((word) => {
        const needed = sheetsOf.get(word);
        if (needed !== undefined) checked.push(`${file} ${word}`);
        return needed !== undefined && !chosen.some((name) => needed.has(name));
      })
      .map((word) => `${file} adds ${word}`);
  });
  expect(without).toEqual([]);
  expect(checked).toEqual(
    expect.arrayContaining([
      "built-in.tsx card-link",
      "copy-code.ts code-tools",
      "show-response.ts tester-status",
      "diagrams.ts diagram-tools",
    ]),
  );
});
