import { generatedFence } from "./generated-code.ts";
import { createWordSource, type WordSource } from "./generated-words.ts";

export interface GeneratedPage {
  slug: string;
  text: string;
}

/** Files that the pages import. */
export const generatedSnippets: readonly [path: string, text: string][] = [1, 2, 3].map((number) => {
  const words = createWordSource(9_000 + number);
  return [
    `snippets/part-${number}.mdx`,
    `<Info>${words.sentence()} ${words.sentence()}</Info>\n\n${generatedFence(words)}\n`,
  ];
});

/** The page with this number. No two pages are alike, and the same number always gives the same page. */
export function generatedPage(index: number, pageCount: number): GeneratedPage {
  const words = createWordSource(index + 1);
  const title = words.title().replaceAll("`", "");
  const description = words.sentence().replaceAll(/[`*]/g, "");
  const snippet = words.random() < 0.2 ? 1 + words.below(generatedSnippets.length) : undefined;
  const head = `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n---\n`;
  const opening = snippet === undefined ? "" : `\nimport Part from "/snippets/part-${snippet}.mdx";\n\n<Part />\n`;
  const sections = Array.from({ length: 4 }, () => section(words, pageCount)).join("\n");
  return { slug: slugOf(index), text: `${head}${opening}\n${prose(words, pageCount, 2)}\n\n${sections}` };
}

function slugOf(index: number): string {
  return index === 0 ? "index" : `part-${Math.floor(index / 100)}/page-${index}`;
}

/** A section with one kind of component, and usually a code block. */
function section(words: WordSource, pageCount: number): string {
  const part = words.pick(parts)(words, pageCount);
  return `## ${words.title()}\n\n${prose(words, pageCount, 1)}\n\n${part}\n`;
}

function prose(words: WordSource, pageCount: number, sentences: number): string {
  const text = Array.from({ length: sentences }, () => words.sentence()).join(" ");
  if (words.random() > 0.4) return text;
  return `${text} See [${words.noun()} and ${words.noun()}](/${slugOf(words.below(pageCount))}).`;
}

type WritePart = (words: WordSource, pageCount: number) => string;

const callout: WritePart = (words) => {
  const kind = words.pick(["Note", "Tip", "Warning", "Info", "Check"]);
  return `<${kind}>\n${words.sentence()}\n</${kind}>\n\n${generatedFence(words)}`;
};

const cards: WritePart = (words, pageCount) => {
  const card = () =>
    `  <Card title="${words.title().replaceAll("`", "")}" icon="${words.pick(["rocket", "gear", "book", "bolt", "code"])}" href="/${slugOf(words.below(pageCount))}">\n    ${words.sentence()}\n  </Card>`;
  return `<CardGroup cols={2}>\n${card()}\n${card()}\n</CardGroup>`;
};

const steps: WritePart = (words) => {
  const step = () =>
    `<Step title="${words.title().replaceAll("`", "")}">\n${words.sentence()}\n\n${generatedFence(words)}\n</Step>`;
  return `<Steps>\n${step()}\n${step()}\n</Steps>`;
};

const tabs: WritePart = (words) => {
  const tab = () => `<Tab title="${words.name("pascal")}">\n${generatedFence(words)}\n</Tab>`;
  return `<Tabs>\n${tab()}\n${tab()}\n</Tabs>`;
};

const codeGroup: WritePart = (words) =>
  `<CodeGroup>\n${generatedFence(words, words.name("kebab"))}\n${generatedFence(words, words.name("kebab"))}\n</CodeGroup>`;

const table: WritePart = (words) => {
  const row = () => `| \`${words.name("snake")}\` | ${words.adjective()} ${words.noun()} | ${words.below(1_000)} |`;
  return `| Setting | What it is | Default |\n| --- | --- | --- |\n${row()}\n${row()}\n${row()}\n\n${generatedFence(words)}`;
};

const list: WritePart = (words) => {
  const item = () => `- **${words.noun()}**: ${words.sentence()}`;
  return `${item()}\n${item()}\n\n${generatedFence(words)}`;
};

const fields: WritePart = (words) => {
  const field = () =>
    `<ParamField path="${words.name("snake")}" type="${words.pick(["string", "number", "boolean", "object"])}" default="${words.below(90)}">\n  ${words.sentence()}\n</ParamField>`;
  return `${field()}\n\n${field()}\n\n${generatedFence(words)}`;
};

const parts: readonly WritePart[] = [callout, callout, cards, steps, tabs, codeGroup, table, list, fields];
