import { expect, test } from "vitest";
import { runOn, settingsFor } from "../rules-test-support.ts";

const wrong = ({ declined }: Awaited<ReturnType<typeof runOn>>) =>
  declined.map(({ path, line, what }) => `${path}${line === undefined ? "" : `:${line}`} ${what}`);

test("images without alternative text are listed, also inside components, and decoration isn't", async () => {
  const page =
    '---\ntitle: Pictures\n---\n\n![](/a.png)\n\n![A map](/b.png)\n\n<Frame>\n  <img src="/c.png" />\n  <img src="/d.png" alt="" />\n</Frame>\n\n```html\n<img src="/e.png">\n```\n';
  const outcome = await runOn(
    { "docs.json": settingsFor(["index"]), "index.mdx": page },
    "list images without alt text",
  );
  expect(wrong(outcome)).toEqual(["index.mdx:5 the image /a.png", "index.mdx:10 the image /c.png"]);
  expect(outcome.changes).toEqual([]);
  expect(outcome.summary).toBe("Missing alt text: nothing was changed. 2 places need your decision.");
});

test("pages that nothing leads to and images that nothing mentions are listed", async () => {
  const outcome = await runOn(
    {
      "docs.json": settingsFor(["index", "guides/start"], {
        logo: "/logo.svg",
        redirects: [{ source: "/old", destination: "/target" }],
      }),
      "index.mdx": "See [the guide](/guides/linked) and ![](./pictures/Shown%20here.png).\n",
      "guides/start.mdx": "import { Box } from '/snippets/box.jsx'\n\n<Box />\n",
      "guides/linked.mdx": "Linked.\n",
      "guides/alone.mdx": "See [itself](/guides/alone).\n",
      "target.mdx": "A redirect leads here.\n",
      "snippets/box.jsx": 'export const Box = () => <img src="/pictures/in-code.png" />;\n',
      "logo.svg": "<svg/>",
      "pictures/Shown here.png": "png",
      "pictures/in-code.png": "png",
      "pictures/forgotten.png": "png",
    },
    "list unused pages and images",
  );
  expect(wrong(outcome)).toEqual(["guides/alone.mdx the page", "pictures/forgotten.png the image"]);
});

test("moved pages without a redirect get one, and people decide about removed ones", async () => {
  const settings = settingsFor(["index", "guides/new", "guides/kept"], {
    redirects: [{ source: "/covered", destination: "/guides/new" }],
  });
  const outcome = await runOn(
    { "docs.json": settings, "index.mdx": "Hi.\n", "guides/new.mdx": "New.\n", "guides/kept.mdx": "Kept.\n" },
    "add missing redirects for moved pages",
    {
      renames: new Map([
        ["guides/old.mdx", "guides/new.mdx"],
        ["covered.mdx", "guides/new.mdx"],
        ["guides/kept.mdx", "guides/new.mdx"],
        ["gone.mdx", "also-gone.mdx"],
      ]),
      removed: new Set(["removed.mdx", "snippets/part.mdx", "guides/kept.mdx", "logo.png"]),
    },
  );
  expect(JSON.parse(outcome.changed["docs.json"] ?? "{}").redirects).toEqual([
    { source: "/covered", destination: "/guides/new" },
    { source: "/guides/old", destination: "/guides/new" },
  ]);
  expect(wrong(outcome)).toEqual(["docs.json the address /removed of a removed page"]);
});

const styles = {
  ".vale.ini":
    "StylesPath = styles\nMinAlertLevel = suggestion\n[*.{md,mdx}]\nBasedOnStyles = Vale, Acme\nAcme.Off = NO\n",
  "styles/Acme/Words.yml":
    "extends: substitution\nmessage: Use '%s' instead of '%s'.\nignorecase: true\nswap:\n  e-mail: email\n  'log ?in to': sign in to\n  utilize: use|apply\n",
  "styles/Acme/Avoid.yml":
    "extends: existence\nmessage: \"Avoid '%s'.\"\nignorecase: true\ntokens:\n  - simply\n  - 'in order to'\n",
  "styles/Acme/Twice.yml": "extends: repetition\nmessage: \"'%s' is repeated.\"\ntokens: ['[^\\s]+']\n",
  "styles/Acme/Off.yml": "extends: existence\nmessage: no\ntokens: [the]\n",
  "styles/Other/All.yml": "extends: existence\nmessage: no\ntokens: [guide]\n",
  "styles/Acme/Script.yml": "extends: script\nmessage: no\nscript: x\n",
  "styles/config/vocabularies/Acme/accept.txt": "GitHub\nlowercase\n[Ff]oo\n",
  "styles/config/vocabularies/Acme/reject.txt": "blacklist\n",
};

test("Vale's rules change what has one replacement and list the rest, also inside components, but not in code", async () => {
  const page =
    '---\ntitle: E-mail\n---\n\n<Card title="Your e-mail">\n  Simply log in to Github with the the blacklist.\n</Card>\n\nUtilize `e-mail`, [github](https://github.com) and GitHub.\n\n```\ne-mail\n```\n';
  const outcome = await runOn(
    { ...styles, "docs.json": settingsFor(["index"]), "index.mdx": page },
    "apply the style rules",
  );
  expect(outcome.changed["index.mdx"]).toBe(
    page
      .replace("title: E-mail", "title: Email")
      .replace("Your e-mail", "Your email")
      .replace("log in to Github", "sign in to GitHub")
      .replace("[github]", "[GitHub]"),
  );
  expect(outcome.declined.map(({ path, line, why }) => `${path}:${line ?? ""} ${why}`)).toEqual([
    'styles/Acme/Script.yml: rules that extend "script" aren\'t supported',
    "index.mdx:6 Acme.Avoid: Avoid 'Simply'.",
    "index.mdx:6 Acme.Twice: 'the the' is repeated.",
    "index.mdx:6 Vale.Avoid: Avoid using 'blacklist'.",
    "index.mdx:9 Acme.Words: Use 'use|apply' instead of 'Utilize'.",
  ]);
  expect(outcome.explanations.map(({ why }) => why)).toContain("Vale.Terms: Use 'GitHub' instead of 'Github'.");
});

test("without a configuration, the rules of .lectern/styles count, and patterns that could take forever are skipped", async () => {
  const files = {
    "docs.json": settingsFor(["index"]),
    "index.mdx": "A whitelist of aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\n",
    ".lectern/styles/Acme/Words.yml": "extends: substitution\nmessage: Use '%s'.\nswap:\n  whitelist: allowlist\n",
    ".lectern/styles/Acme/Slow.yml": "extends: existence\nmessage: slow\ntokens: ['(a+)+$']\n",
    ".lectern/styles/Acme/Broken.yml": "extends: a: b\n",
  };
  const outcome = await runOn(files, "apply the style rules");
  expect(outcome.changed["index.mdx"]).toContain("An allowlist");
  expect(outcome.declined.map(({ why }) => why)).toEqual([
    "it isn't valid YAML",
    "one of its patterns can't be used here",
  ]);
  const none = await runOn({ "docs.json": settingsFor(["index"]), "index.mdx": "Hi.\n" }, "apply the style rules");
  expect(none.declined.map(({ what }) => what)).toEqual(["the style"]);
});
