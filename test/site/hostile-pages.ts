import { globSync, readFileSync } from "node:fs";
import { type Random, randomNumbers } from "../../web/dashboard/editor/document/edit-places-test-support.ts";

/** A page that is valid, but written in a way that few authors would think of. */
export interface HostilePage {
  path: string;
  source: string;
  /** Each is in the source once, and must be in every output of the page. */
  words: string[];
  titleWord: string | undefined;
  keyword: string | undefined;
  /** The words that are in formulas. */
  formulas: string[];
  /** Attributes that must be in the HTML of the page. */
  attributes: string[];
  /** Files that the page imports. */
  files: Record<string, string>;
}

/** All class names that Lectern itself gives to elements or has a style for. */
const classNames = [
  ...listMatches("src/site/theme/assets/styles/**/*.css", /\.(?<name>[a-z][\w-]*)/g),
  ...listMatches("src/site/**/*.ts", /\bclass(?:Name)?: "(?<name>[a-z][\w -]*)"/g),
] as [string, ...string[]];

function listMatches(files: string, pattern: RegExp): string[] {
  const texts = globSync(files)
    .toSorted()
    .map((file) => readFileSync(file, "utf8"));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(({ groups }) => groups?.name ?? "")))];
}

const codes = [
  "[a](/b)",
  "$x$ $$",
  "{a} <b>",
  "    four",
  "\ttab",
  "",
  "``",
  "---",
  "# a",
  "\\* &amp;",
  "a | b",
  "{{v}}",
];

export function writeHostilePage(seed: number, number: number): HostilePage {
  const random = randomNumbers(seed * 1_000_003 + number);
  const path = `pages/p${number}.${random(5) === 0 ? "md" : "mdx"}`;
  const page: HostilePage = {
    path,
    source: "",
    words: [],
    titleWord: undefined,
    keyword: undefined,
    formulas: [],
    attributes: [],
    files: {},
  };
  const writer = createWriter(page, random, number);
  const head = frontmatter(page, writer, random);
  const imports = writer.isMdx && random(8) === 0 ? writer.imported() : [];
  const body = number % 150 === 75 ? manyOf(writer, random, (number - 75) / 150) : writer.blocks(2 + random(6), 0);
  // A rule right after the frontmatter and one at the end look like another block of frontmatter.
  const rules = random(6) === 0 ? [...body, "", "---", "", writer.word()] : body;
  const text = [...head, ...imports, ...rules, ""].join("\n");
  const lines = random(6) === 0 ? text.replaceAll("\n", "\r\n") : text;
  const written = text + Object.values(page.files).join();
  page.words = page.words.filter((word) => written.includes(word));
  page.formulas = page.formulas.filter((word) => written.includes(word));
  page.source = random(10) === 0 ? `\uFEFF${lines}` : lines;
  return page;
}

type Writer = ReturnType<typeof createWriter>;

function frontmatter(page: HostilePage, { word }: Writer, random: Random): string[] {
  const pick = random(8);
  if (pick === 0) return [];
  if (pick === 1) return ["---", "---", ""];
  if (pick === 2) return ["--- ", "", "--- ", ""];
  if (pick === 3) return ["---", "# only a comment", "---"];
  page.titleWord = word();
  page.keyword = word();
  const titles = [
    `title: ${page.titleWord}`,
    `title: 'It''s ${page.titleWord}'`,
    `"title": "a: ${page.titleWord} # b"`,
  ];
  const keywords = [
    `keywords: [${page.keyword}]`,
    `keywords: ['a', 'b`,
    `keywords:\n  - "${page.keyword}"`,
    `keywords: [\n"a",\n"${page.keyword}"\n]`,
    `keywords: # a list\n- ${page.keyword}`,
  ];
  keywords[1] += `\n', '${page.keyword}']`;
  const lines = [titles[random(titles.length)] ?? "", keywords[random(keywords.length)] ?? ""];
  return ["---", ...(random(2) === 0 ? lines : lines.toReversed()), "---", ...(random(2) === 0 ? [""] : [])];
}

/** Many equal parts, more than any limit that was ever set without a message. */
function manyOf({ word, tex }: Writer, random: Random, which: number): string[] {
  const parts = [
    () => `a $${tex()}_{1}$ b`,
    () => `- ${word()}`,
    () => `\`${word()}\` $$${tex()}<5$$ &amp;`,
    () => `[${word()}](/target)`,
  ];
  const part = parts[which % parts.length] ?? word;
  const end = random(2) === 0 ? [""] : [];
  // A page of 5,000 parts takes seconds, so only the long run has such pages.
  return Array.from({ length: which % 16 >= 12 ? 5_000 : 1_100 }, () => [part(), ...end]).flat();
}

function createWriter(page: HostilePage, random: Random, number: number) {
  const isMdx = page.path.endsWith(".mdx");
  const pick = <Value>(values: readonly [Value, ...Value[]]): Value => values[random(values.length)] ?? values[0];
  const word = () => {
    const text = `w${number}x${page.words.length}z`;
    page.words.push(text);
    return text;
  };
  const tex = () => {
    const text = word();
    page.formulas.push(text);
    return text;
  };
  const indent = (lines: readonly string[], by: number) =>
    lines.map((line) => (line === "" ? "" : " ".repeat(by) + line));

  const inline = (): string =>
    pick<() => string>([
      word,
      () => `**${word()}** and _${word()}_`,
      () => `\`${word()} {a} <b> $c$\``,
      () => `[${word()}](/target)`,
      () => `[**${word()}**](../target#a "a")`,
      () => `[${word()}](../other/)`,
      () => `$${tex()}_{1} < 2$`,
      () => `$$${tex()}<5$$`,
      () => `\`\`\`${word()}\`\`\` and $${tex()}_{1}$\`${word()}\``,
      () => `&lt;${word()}&gt; &amp;amp; &#119;a`,
      () => `\\*${word()}\\_ costs $5 or $10`,
      () => `${word()} ·`,
      () => `<kbd>${word()}</kbd>`,
      () => (isMdx ? `{"${word()}"}` : word()),
      () => (isMdx ? `<span className="${pick(classNames)}">${word()}</span>` : word()),
    ])();

  const fence = (): string[] => {
    const mark = pick(["```", "~~~", "````"]);
    const inside = Array.from({ length: 1 + random(4) }, () => `${pick(codes as [string, ...string[]])}`);
    return [`${mark}${pick(["", "js", "bash title", "md"])}`, ...inside, word(), mark];
  };
  const formula = (): string[] =>
    pick([
      ["$$", `${tex()} < 5`, "$$"],
      ["$$", "a", "", `${tex()}_{1}`, "$$"],
      [`$$ ${tex()}`, "b", "$$"],
    ]);
  const list = (depth: number): string[] => {
    const marker = pick(["- ", "* ", "1. ", "10) "]);
    const items = Array.from({ length: 1 + random(3) }, () => {
      const [first = "", ...rest] = pick<() => string[]>([
        () => [inline()],
        fence,
        formula,
        () => [`[ ] ${word()}`],
        () => [inline(), "", ...blocks(1, depth + 1)],
      ])();
      return [marker + first, ...indent(rest, marker.length)];
    });
    return items.flat();
  };
  const container = (depth: number): string[] => {
    const [open, close] = pick([
      [`<Card title="${word()}">`, "</Card>"],
      ["<Note>", "</Note>"],
      ['<Steps>\n  <Step title="a">', "  </Step>\n</Steps>"],
      ['<Tabs>\n<Tab title="a">', "</Tab>\n</Tabs>"],
      [`<Accordion title="${word()}">`, "</Accordion>"],
      [`<div className="${pick(classNames)}">`, "</div>"],
      [`<div className="a ${pick(classNames)}">`, "</div>"],
    ]);
    // In plain Markdown, text right after a tag is HTML and not Markdown.
    const blank = !isMdx || random(2) === 0 ? [""] : [];
    const first = random(4) === 0 ? [...formula(), ""] : [];
    const inner = indent([...first, ...blocks(1 + random(2), depth + 1)], pick([0, 2, 4, 6]));
    return [...open.split("\n"), ...blank, ...inner, ...blank, ...close.split("\n")];
  };
  const element = (): string[] => {
    const name = word();
    const needs = (attribute: string, lines: string[]) => {
      page.attributes.push(attribute);
      return [...lines, "", name];
    };
    return pick<() => string[]>([
      () =>
        needs(`srcset="/base/${name}.png"`, [
          `<picture><source media="(min-width: 1px)" srcset="/${name}.png" /><img src="/${name}.png" alt="a" /></picture>`,
        ]),
      () =>
        needs('height="315', [
          '<iframe src="https://www.youtube.com/embed/a" title="a" width="560px" height="315px"></iframe>',
        ]),
      () => needs(`action="/base/${name}"`, [`<form action="/${name}"></form>`]),
      () => (isMdx ? [`<pre>{"\\n${name}"}</pre>`] : [name]),
    ])();
  };

  const blocks = (count: number, depth: number): string[] => {
    const lines: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const block = pick<() => string[]>([
        () => [Array.from({ length: 1 + random(3) }, inline).join(" ")],
        () => [inline(), inline()],
        () => [`${pick(["##", "###"])} ${inline()}`],
        fence,
        formula,
        () => list(depth),
        () => list(depth),
        () =>
          list(depth)
            .concat("", ...blocks(1, depth + 1))
            .map((line) => (depth < 2 ? `> ${line}` : line)),
        () => [`| ${word()} | b |`, "|---|:-:|", `| \`a \\| ${word()}\` | $${word()}_{1}$ |`],
        () => (depth < 3 ? (isMdx || depth === 0 ? container(depth) : [word()]) : [word()]),
        () => (depth === 0 ? element() : fence()),
        // Visual mode refuses to write a list with such a formula.
        () => (depth === 0 ? [`$$${tex()}`, "- b < c$$"] : formula()),
        () => ["a `` b", "", `$${tex()}<b$ \`\` c`],
        () => ["***"],
      ])();
      lines.push(...(at === 0 ? [] : [""]), ...block);
    }
    return lines;
  };

  const imported = (): string[] => {
    const name = `made-${number}`;
    const module = `snippets/${name}.jsx`;
    const [code, shown] = pick([
      [`export const list = [];\nlist.push("${word()}");`, "{list.join(' ')}"],
      [`export const list = () => null;\nlist.Part = () => <b>${word()}</b>;`, "<list.Part />"],
      [`export * from "./${name}-all.jsx";`, "{list}"],
      [`export const list = {};\nfor (const key of ["${word()}"]) list[key] = 1;`, "{Object.keys(list)}"],
    ]);
    page.files[module] = `${code}\n`;
    if (code.startsWith("export *")) page.files[`snippets/${name}-all.jsx`] = `export const list = "${word()}";\n`;
    return [`import { list } from "/${module}"`, "", shown, ""];
  };

  return { isMdx, word, tex, blocks, imported };
}
