import { expect, test } from "vitest";
import { runOn, settingsFor } from "./rules-test-support.ts";

const settings = { "docs.json": settingsFor(["index"]) };

async function changeOf(source: string, prompt: string): Promise<string> {
  const { changed } = await runOn({ ...settings, "index.mdx": source }, prompt);
  return changed["index.mdx"] ?? source;
}

test("a term is renamed in text with its case kept, but not in code, URLs or longer names", async () => {
  const page = `---
title: "Acme Cloud"
icon: acme cloud
---

import { Thing } from "/snippets/acme cloud.mdx"

Acme Cloud, acme cloud and ACME CLOUD. The Acme
Cloud's keys; Acme Clouds stay, so do acme-cloud, \`acme cloud\` and https://acme.example/acme%20cloud.

## About *Acme Cloud*

<Card title="Acme Cloud" href="/acme cloud" icon="acme cloud">[Acme Cloud](/acme-cloud "acme cloud") <code>acme cloud</code></Card>

\`\`\`sh title="acme cloud"
acme cloud login
\`\`\`
`;
  const renamed = page
    .replace('title: "Acme Cloud"', 'title: "Nimbus"')
    .replace("Acme Cloud, acme cloud and ACME CLOUD. The Acme\nCloud's", "Nimbus, nimbus and NIMBUS. The Nimbus's")
    .replace("*Acme Cloud*", "*Nimbus*")
    .replace('title="Acme Cloud"', 'title="Nimbus"')
    .replace("[Acme Cloud]", "[Nimbus]");
  expect(await changeOf(page, 'Please rename "Acme Cloud" to "Nimbus" everywhere.')).toBe(renamed);
});

test("renaming a term to a longer name twice gives the same result as once", async () => {
  const once = await changeOf("Acme and Acme Cloud.\n", "rename Acme to Acme Cloud");
  expect(once).toBe("Acme Cloud and Acme Cloud.\n");
  expect(await changeOf(once, "rename Acme to Acme Cloud")).toBe(once);
});

test("the article in front of a replaced word fits the new word, if its sound is certain", async () => {
  const prompt = 'replace "mail server" with "email server"';
  const page = "A mail server, a mail server and the mail server. Data mail server.\n";
  expect(await changeOf(page, prompt)).toBe(
    "An email server, an email server and the email server. Data email server.\n",
  );
  expect(await changeOf("An app, an app.\n", 'replace "app" with "program"')).toBe("A program, a program.\n");
  expect(await changeOf("A mail.\n", 'replace "mail" with "unit"')).toBe("A unit.\n");
});

test("a name inside an identifier is reported and skipped", async () => {
  const { changed, declined } = await runOn(
    { ...settings, "index.mdx": "Run acme-cli, see @acme, acme.config or acme/sdk.\n" },
    'rename "acme" to "nimbus"',
  );
  expect(changed).toEqual({});
  expect(declined).toHaveLength(4);
});

test("links to a heading are updated when a term in it is renamed", async () => {
  const files = {
    ...settings,
    "index.mdx": "## Acme keys\n\n### Acme keys\n\n[one](#acme-keys) [two](#acme-keys-2)\n",
    "guides/keys.mdx":
      '[far](/#acme-keys-2) <Card href="../index.mdx#acme-keys">x</Card> [other](/guides/keys#acme-keys)\n',
  };
  const { changed } = await runOn(files, "rename Acme to Nimbus");
  expect(changed).toEqual({
    "index.mdx": "## Nimbus keys\n\n### Nimbus keys\n\n[one](#nimbus-keys) [two](#nimbus-keys-2)\n",
    "guides/keys.mdx":
      '[far](/#nimbus-keys-2) <Card href="../index.mdx#nimbus-keys">x</Card> [other](/guides/keys#acme-keys)\n',
  });
});

test("the article in front of a link or marks follows the new word", async () => {
  const prompt = 'replace "email" with "mail"';
  expect(await changeOf("Needs an [email server](/a), an **email** and an `x` [email](/b).\n", prompt)).toBe(
    "Needs a [mail server](/a), a **mail** and an `x` [mail](/b).\n",
  );
});

test("replacement text that would be read as markup is refused", async () => {
  const files = { ...settings, "index.mdx": "Press Save now.\n" };
  for (const words of ["<b>", "{x}", "*very* much"]) {
    const { changed, declined } = await runOn(files, `replace "Save" with "${words}"`);
    expect(changed).toEqual({});
    expect(declined).toHaveLength(1);
  }
});

test("replacing matches exact text only", async () => {
  expect(await changeOf("Sign in. sign in. Sign inside.\n", "find and replace “Sign in” with “Log in”")).toBe(
    "Log in. sign in. Sign inside.\n",
  );
});

test("visible texts in docs.json are changed, and its formatting is kept", async () => {
  const docs = `{"theme":"mint",  "name":"Acme \\"docs\\"", "colors":{"primary":"#16A34A"},
\t"navigation": {"groups": [ {"group": "Acme guides", "icon": "acme", "pages": ["acme/index" , "index"]} ]}}`;
  const files = { "docs.json": docs, "index.mdx": "Text\n", "acme/index.mdx": "Text\n" };
  const { changed } = await runOn(files, 'rename "Acme" to "O\'Neil & Co"');
  expect(changed).toEqual({
    "docs.json": docs.replace("Acme \\", "O'Neil & Co \\").replace("Acme guides", "O'Neil & Co guides"),
  });
});

test("known misspellings are corrected with their case kept", async () => {
  const page = "Teh server will recieve it; `recieve` and recieve_all stay. SEPERATE untilled\n";
  expect(await changeOf(page, "correct typos")).toBe(
    "The server will receive it; `recieve` and recieve_all stay. SEPARATE untilled\n",
  );
  // A quoted word is an example.
  const examples = 'People write "recieve" or “teh”.\n';
  expect(await changeOf(examples, "correct typos")).toBe(examples);
});

test("the last year of a copyright notice is updated", async () => {
  const page = "© 2019 A. Copyright (c) 2015–2021 B. &copy; 2020, 2022 C. Copyright 2026 D. In 2019 © 2030. `© 2019`\n";
  const updated =
    "© 2026 A. Copyright (c) 2015–2026 B. &copy; 2020, 2026 C. Copyright 2026 D. In 2019 © 2030. `© 2019`\n";
  expect(await changeOf(page, "update the copyright year")).toBe(updated);
  expect(await changeOf("© 2019\n", "update copyright to 2025")).toBe("© 2025\n");
});
