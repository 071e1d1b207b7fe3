import { expect, test } from "vitest";
import { runOn, settingsFor } from "../rules-test-support.ts";

const settings = { "docs.json": settingsFor(["index"]) };

async function run(source: string, prompt: string) {
  const outcome = await runOn({ ...settings, "index.mdx": source }, prompt);
  return { ...outcome, text: outcome.changed["index.mdx"] ?? source };
}

test("closing a gap between heading levels also moves the headings below it", async () => {
  const page = "Intro\n\n## One\n\n#### Two\n\n##### Three\n\n#### Four\n\n## Five\n\n### Six\n";
  const { text, explanations } = await run(page, "fix heading levels");
  expect(text).toBe("Intro\n\n## One\n\n### Two\n\n#### Three\n\n### Four\n\n## Five\n\n### Six\n");
  expect(explanations[0]).toMatchObject({ line: 5, before: "####", after: "###" });
});

test("the first heading is at most level 2, and tabs have their own hierarchy", async () => {
  const page =
    "### One\n\nText\n\nTwo\n---\n\n<Tab title='x'>\n  ### In a tab\n\n  ##### Deep\n</Tab>\n\n```\n#### code\n```\n";
  const { text } = await run(page, "fix the heading hierarchy");
  expect(text).toBe(page.replace("### One", "## One").replace("##### Deep", "#### Deep"));
});

test("code blocks get a language only if it is certain", async () => {
  const page = [
    '```\n{"a": [1, 2]}\n```',
    "```\nnpm install lectern-docs\ncurl -X POST \\\n  https://x.test\n```",
    "  - item\n\n    ~~~\n    import os\n    from a import b\n    ~~~",
    "```\nconst a = 1;\nconsole.log(a);\n```",
    "```\nname: value\n```",
    "```text\nnpm install\n```",
    "```\nmake is the tool we use\n```",
    "```\n```",
  ].join("\r\n\r\n");
  const { text, declined } = await run(page, "label code fences");
  expect(text).toBe(
    page
      .replace('```\n{"a"', '```json\n{"a"')
      .replace("```\nnpm install lectern-docs", "```bash\nnpm install lectern-docs")
      .replace("~~~\n    import", "~~~python\n    import")
      .replace("```\nconst", "```javascript\nconst"),
  );
  expect(declined).toHaveLength(2);
});

test("a missing description becomes the first sentence of the page, without markup", async () => {
  const page =
    "---\r\ntitle: Keys\r\nicon: key\r\n---\r\n\r\n# Keys\r\n\r\nA **key** (e.g. `lk_1`) lets you\r\nread [pages](/x). More.\r\n";
  const { text } = await run(page, "fill in missing descriptions");
  expect(text).toBe(
    page.replace("title: Keys\r\n", 'title: Keys\r\ndescription: "A key (e.g. lk_1) lets you read pages."\r\n'),
  );
});

test("a description fills an empty setting, follows a long title, or goes into new frontmatter", async () => {
  const sentence = "This page says what a key is.";
  const filled = async (head: string) => (await run(`${head}${sentence}\n`, "fill missing descriptions")).text;
  expect(await filled('---\ndescription: ""\ntitle: x\n---\n')).toContain(
    `---\ndescription: "${sentence}"\ntitle: x\n`,
  );
  expect(await filled("---\ntitle: >\n  long\n  title\n---\n")).toContain(`title\ndescription: "${sentence}"\n---\n`);
  expect(await filled("\uFEFF")).toBe(`\uFEFF---\ndescription: "${sentence}"\n---\n\n${sentence}\n`);
});

test("pages with a description or without a suitable sentence stay unchanged", async () => {
  for (const page of [
    "---\ndescription: Given\n---\n\nThis is a whole sentence here.\n",
    "---\nopenapi: GET /x\n---\n\nThis is a whole sentence here.\n",
    "---\ntitle: x\n---\n\n<Card>This is a whole sentence here.</Card>\n",
    "---\ntitle: x\n---\n\nThe steps of this guide are as follows:\n\n- one\n",
    "---\ntitle: x\n---\n\nCosts {price} in every month of the year.\n",
    `---\ntitle: x\n---\n\nA${" very".repeat(50)} long sentence.\n`,
  ]) {
    expect((await run(page, "fill missing descriptions")).text).toBe(page);
  }
});

test("trailing spaces are removed, but never a line break or a space in code", async () => {
  const page = "---\ntitle: x  \n---\n\none \ntwo  \nthree\t\n  \n    code  \n\n`a  \nb`\n\n```\nx  \n```\n\nlast  ";
  const { text } = await run(page, "remove trailing whitespace");
  expect(text).toBe("---\ntitle: x  \n---\n\none\ntwo  \nthree\n\n    code\n\n`a  \nb`\n\n```\nx  \n```\n\nlast\n");
});
