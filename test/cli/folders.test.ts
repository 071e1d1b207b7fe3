import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryFolder, temporaryProject, writeFiles } from "../site/temporary-folder.ts";
import { slow } from "../support/slow.ts";
import { lectern, lecternHere } from "./lectern.ts";

vi.setConfig(slow);

const settings = {
  theme: "mint",
  name: "Example",
  colors: { primary: "#16A34A" },
  navigation: { pages: ["index", "a"] },
};
const good = { "docs.json": JSON.stringify(settings), "index.mdx": "[A](/a#part)", "a.mdx": "## Part\n\nText." };
const withWarning = { ...good, "a.mdx": "## Part\n\n<Unknown>Text.</Unknown>" };
const withBrokenLinks = { ...good, "a.mdx": "## Part\n\n[gone](/gone), [no part](/#none)" };
const withError = { ...good, "a.mdx": "## Part\n\n<Note>" };
const withoutSettings = { ...good, "docs.json": "{" };

const run = (...args: string[]) => lecternHere({ LECTERN_DATA: temporaryFolder() }, ...args);
const runProcess = (...args: string[]) => lectern({ LECTERN_DATA: temporaryFolder() }, ...args);

test.each([
  ["validate passes a good project", good, [], 0],
  ["validate passes a project with warnings", withWarning, [], 0],
  ["validate --strict fails a project with warnings", withWarning, ["--strict"], 1],
  ["validate fails a project with a broken link", withBrokenLinks, [], 1],
  ["validate fails a project with a page that does not parse", withError, [], 1],
  ["validate fails a project whose settings cannot be read", withoutSettings, [], 1],
])("%s", async (_what, files, options, exitCode) => {
  const project = temporaryProject(files);
  const result = await run("validate", project, ...options);
  expect(result.exitCode, result.stderr).toBe(exitCode);
  if (options.length === 0) expect(await run("broken-links", project)).toMatchObject({ exitCode });
  if (exitCode === 0) expect(result.stdout).toContain("2 pages, 0 errors");
  else expect(result.stderr).toContain("The project is not valid:");
});

test("validate --json prints every problem with its location", async () => {
  const pictures = '![](https://a.example/x.png)\n\n<img src="https://a.example/y.png" alt="" />';
  const project = temporaryProject({ ...withError, "index.mdx": pictures });
  const { exitCode, stdout } = await run("validate", project, "--json", "--a11y");
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    valid: false,
    pages: 2,
    errors: 1,
    problems: [
      { severity: "error", file: "a.mdx", line: 3, message: expect.stringContaining("<Note>") },
      {
        severity: "warning",
        file: "docs.json",
        message: expect.stringContaining('"colors.primary" has a contrast of'),
      },
      { severity: "warning", file: "index.mdx", line: 1, message: expect.stringContaining("an image has no alt text") },
    ],
  });
  const unreadable = await run("validate", temporaryProject(withoutSettings), "--json");
  expect(JSON.parse(unreadable.stdout)).toMatchObject({ valid: false, pages: 0, errors: 1, warnings: 0 });
});

test("broken-links lists broken links and anchors, and fails if there are any", async () => {
  const { exitCode, stdout, stderr } = await runProcess("broken-links", temporaryProject(withBrokenLinks));
  expect(exitCode).toBe(1);
  expect(stdout.trim().split("\n")).toEqual([
    expect.stringMatching(/^a\.mdx:3: links to \/gone, but there is no such page/),
    expect.stringMatching(/^a\.mdx:3: links to #none, but \/ has no such heading/),
  ]);
  expect(stderr).toContain("Found 2 broken links in 2 pages.");
});

test("broken-links counts missing images separately from broken links", async () => {
  const { stderr } = await run(
    "broken-links",
    temporaryProject({ ...good, "a.mdx": "## Part\n\n[x](/gone) ![y](/none.png)" }),
  );
  expect(stderr).toContain("Found 1 broken link and 1 missing file in 2 pages.");
});

test("broken-links checks unused snippets and sends no request to this machine", async () => {
  const project = temporaryProject({
    ...good,
    "snippets/spare.mdx": "[gone](/gone) [here](/a#part)",
    "index.mdx": "[local](http://localhost:1/x)",
  });
  const plain = await run("broken-links", project);
  expect(plain).toMatchObject({ exitCode: 0, stdout: "No broken links in 2 pages.\n" });
  const { exitCode, stdout } = await run("broken-links", project, "--snippets", "--external", "--json");
  expect({ exitCode, found: JSON.parse(stdout) }).toEqual({
    exitCode: 1,
    found: {
      pages: 3,
      brokenLinks: [
        {
          message: "links to /gone, but there is no such page",
          severity: "warning",
          file: "snippets/spare.mdx",
          line: 1,
        },
      ],
      errors: [],
      external: { asked: 0, notAsked: 1 },
    },
  });
});

test("lectern new creates a project that builds without problems, and never overwrites another", async () => {
  const folder = join(temporaryFolder(), "fern-docs");
  expect(await run("new", folder)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^Created Fern docs in .* Preview it with: npm run lectern -- dev /),
  });
  const { exitCode, stdout } = await runProcess("validate", folder, "--strict", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ valid: true, problems: [] });
  expect(exitCode).toBe(0);
  expect(readdirSync(folder)).toContain("README.md");
  const again = await run("new", folder);
  expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/ isn't empty; [^\n]+\.\n$/) });
});

test("the name of a new project can contain any characters", async () => {
  const folder = join(temporaryFolder(), "x");
  await run("new", folder, "--name", 'A "b" $& c');
  const { stdout } = await run("build", folder, "--out", join(temporaryFolder(), "out"), "--json");
  expect(JSON.parse(stdout)).toMatchObject({ problems: 0 });
});

test.each(["validate", "broken-links", "build"])("%s reports a missing folder in one sentence", async (command) => {
  const out = join(temporaryFolder(), "out");
  const args = command === "build" ? ["--out", out] : [];
  const { exitCode, stderr } = await run(command, "nowhere", ...args);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringMatching(/^Folder not found: nowhere;[^\n]+\.\n$/),
  });
  expect(existsSync(out)).toBe(false);
});

test.each([["validate"], ["broken-links"], ["build", "--out", "out"]])(
  "%s uses the current folder if none is given",
  async (...args) => {
    // Commands of tests run in the data folder.
    const { exitCode, stderr } = await lectern({ LECTERN_DATA: temporaryProject(good) }, ...args);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining("2 pages rendered") });
  },
);

test("there is no progress line outside a terminal", async () => {
  const { stderr } = await runProcess("build", temporaryProject(good), "--out", join(temporaryFolder(), "out"));
  expect(stderr).toContain("2 pages rendered");
  expect(stderr).not.toContain("\r");
});

test("migrate writes a docs.json from a mint.json, and replaces one only when asked", async () => {
  const mint = { name: "Old", navigation: [{ group: "Start", pages: ["index"] }], isWhiteLabeled: true };
  const project = temporaryFolder();
  writeFiles(project, { "mint.json": JSON.stringify(mint), "index.mdx": "Text." });
  const { exitCode, stdout } = await run("migrate", project);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('"isWhiteLabeled" has no counterpart in docs.json');
  expect((await run("validate", project, "--strict")).exitCode).toBe(0);
  const again = await run("migrate", project);
  expect(again.exitCode).toBe(1);
  expect(again.stderr).toContain("To replace it, add --overwrite.");
  expect((await run("migrate", project, "--overwrite")).exitCode).toBe(0);
  expect((await run("migrate", temporaryProject(good))).stderr).toContain("There is no mint.json");
});
