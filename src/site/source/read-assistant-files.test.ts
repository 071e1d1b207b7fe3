import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readAssistantFiles } from "./read-assistant-files.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lectern-assistant-files-"));
});
afterEach(() => rmSync(root, { recursive: true }));

async function read(files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { problems, ...found } = await readAssistantFiles(join(root, "project"));
  return { ...found, problems: problems.map(({ file, message }) => `${file} ${message}`) };
}

const billing = "---\ndescription: Prices and invoices.\n---\n\nInvoices are sent monthly.\n";

test.each([".lectern/assistant.md", ".mintlify/Assistant.md", ".mintlify/ASSISTANT.md"])(
  "instructions for the assistant are read from %s",
  async (place) => {
    expect((await read({ [`project/${place}`]: "Be brief.\n" })).instructions).toBe("Be brief.");
  },
);

test("a project without assistant files has no instructions and no skills", async () => {
  expect(await read({ "project/docs.json": "{}" })).toEqual({ instructions: undefined, skills: [], problems: [] });
});

test("long instructions for the assistant are cut off with a warning", async () => {
  const { instructions, problems } = await read({ "project/.lectern/assistant.md": "x".repeat(9_000) });
  expect(instructions).toHaveLength(8_000);
  expect(problems).toEqual([".lectern/assistant.md is cut off after 8000 characters"]);
});

test("the assistant's skills are read with their descriptions", async () => {
  const { skills } = await read({
    "project/.lectern/assistant/skills/billing/skill.md": billing,
    "project/.mintlify/assistant/skills/support/skill.mdx": billing,
  });
  expect(skills).toEqual(
    ["billing", "support"].map((name) => ({
      name,
      description: "Prices and invoices.",
      text: "Invoices are sent monthly.",
    })),
  );
});

test("a skill without a description or with a wrong name is left out with a warning", async () => {
  const { skills, problems } = await read({
    "project/.lectern/assistant/skills/billing/skill.md": "No description.",
    "project/.lectern/assistant/skills/Bad Name/skill.md": billing,
  });
  expect([skills, problems.length]).toEqual([[], 2]);
});

test("a symbolic link to assistant files outside the project isn't followed", async () => {
  await read({ "other/assistant.md": "Another tenant's secret.", "other/skills/x/skill.md": billing, "project/a": "" });
  symlinkSync(join(root, "other"), join(root, "project/.lectern"));
  mkdirSync(join(root, "project/.mintlify/assistant"), { recursive: true });
  symlinkSync(join(root, "other/skills"), join(root, "project/.mintlify/assistant/skills"));
  expect(await read({})).toEqual({ instructions: undefined, skills: [], problems: [] });
});
