import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NavigationEdit, NavigationNode } from "../../src/contract/editor-structure-operations.ts";
import { planNavigationEdit } from "../../src/editor/structure/change-navigation.ts";
import { listNodes } from "../../src/editor/structure/navigation-nodes.ts";
import { checkEdit, readSettingsText, type SettingsText } from "../../src/editor/structure/settings-text.ts";
import { AppError } from "../../src/platform/errors.ts";
import { BuildProblem } from "../../src/site/shared/build-problem.ts";
import { withSharedFolder } from "../support/shared-folder.ts";

type Files = Readonly<Record<string, string>>;

const open = (files: Files) => readSettingsText({ read: async (path) => files[path] });

async function edit(files: Files, change: NavigationEdit): Promise<Record<string, string>> {
  const settings = await open(files);
  const { changes } = await checkEdit(settings, planNavigationEdit(settings, change));
  return { ...files, ...Object.fromEntries(changes.map(({ path, content = "" }) => [path, content])) };
}

const nodesOf = async (files: Files) => listNodes(await open(files), []);
const shown = (nodes: readonly NavigationNode[]) =>
  nodes.map(({ address, parent, kind, title }) => {
    const depth = nodes.filter((one) => address.startsWith(`${one.address}/`)).length;
    return `${"  ".repeat(depth)}${kind} ${title}${parent === "" ? "?" : ""}`;
  });

const head = `{
  "theme": "mint",
  "name": "Test",
  "colors": { "primary": "#16A34A" },
`;
const nested = {
  "docs.json": `${head}  "navigation": {
    "versions": [
      {
        "version": "2",
        "languages": [
          {
            "language": "en",
            "groups": [
              {
                "group": "Guides",
                "pages": [
                  "a",
                  { "group": "Deep", "pages": ["b", "c"] },
                  "d"
                ]
              }
            ]
          },
          { "language": "de", "$ref": "./nav/de.json" }
        ]
      },
      { "version": "1", "pages": ["old"] }
    ]
  }
}
`,
  "nav/de.json": '{\n\t"groups": [\n\t\t{ "group": "Anleitungen", "pages": ["de/a"] }\n\t]\n}\n',
};
const guides = "/navigation/versions/0/languages/0/groups/0";

test("navigation elements have an address, a kind, a title and a file", async () => {
  const nodes = await nodesOf(nested);
  expect(shown(nodes)).toEqual([
    "version 2",
    "  language en",
    "    group Guides",
    "      page A",
    "      group Deep",
    "        page B",
    "        page C",
    "      page D",
    "  language de",
    "    group Anleitungen",
    "      page A",
    "version 1",
    "  page Old",
  ]);
  expect(nodes.at(-3)).toMatchObject({
    address: "/navigation/versions/0/languages/1/groups/0/pages/0",
    file: "nav/de.json",
    line: 3,
    isMissing: true,
  });
});

test("moving a page out of a nested group changes only its lines", async () => {
  const after = await edit(nested, {
    kind: "move",
    address: `${guides}/pages/1/pages/1`,
    parent: guides,
    before: `${guides}/pages/0`,
  });
  expect(after["docs.json"]).toBe(
    nested["docs.json"]
      .replace('                  "a",\n', '                  "c",\n                  "a",\n')
      .replace('["b", "c"]', '["b"]'),
  );
});

test("a group moves into another version with its original formatting", async () => {
  const after = await edit(nested, { kind: "move", address: guides, parent: "/navigation/versions/1" });
  expect(after["docs.json"]).toContain('{ "group": "Deep", "pages": ["b", "c"] }');
  expect(shown(await nodesOf(after)).slice(-7)).toEqual(
    [
      "version 1",
      "  page Old",
      "  group Guides",
      "    page A",
      "    group Deep",
      "      page B",
      "      page C",
      "    page D",
    ].slice(-7),
  );
});

test("a navigation element from an included file is edited in that file", async () => {
  const list = "/navigation/versions/0/languages/1/groups/0";
  const moved = await edit(nested, { kind: "move", address: "/navigation/versions/1/pages/0", parent: list });
  expect(moved["nav/de.json"]).toBe(nested["nav/de.json"].replace('["de/a"]', '["de/a", "old"]'));
  expect(moved["docs.json"]).toBe(nested["docs.json"].replace('["old"]', "[]"));
  const renamed = await edit(nested, { kind: "rename", address: list, name: "Hilfe" });
  expect(renamed["docs.json"]).toBe(nested["docs.json"]);
  expect(renamed["nav/de.json"]).toBe(nested["nav/de.json"].replace("Anleitungen", "Hilfe"));
  const hidden = await edit(nested, { kind: "set", address: list, key: "hidden", value: true });
  expect(hidden["nav/de.json"]).toContain('"pages": ["de/a"], "hidden": true }');
});

test("options of an element can be set and removed, and only one version is the default", async () => {
  const first = await edit(nested, { kind: "set", address: "/navigation/versions/0", key: "default", value: true });
  const second = await edit(first, { kind: "set", address: "/navigation/versions/1", key: "default", value: true });
  expect((await nodesOf(second)).filter(({ isDefault }) => isDefault).map(({ title }) => title)).toEqual(["1"]);
  const none = await edit(second, { kind: "set", address: "/navigation/versions/1", key: "default", value: false });
  expect(none["docs.json"]).toBe(nested["docs.json"]);
});

test("the first tab takes over the existing content, and later tabs start empty", async () => {
  const plain = { "docs.json": `${head}  "navigation": {\n    "pages": ["index", "a"]\n  }\n}\n` };
  const one = await edit(plain, { kind: "add", what: "tab", name: "Guides", parent: "/navigation" });
  const two = await edit(one, { kind: "add", what: "tab", name: "Reference", parent: "/navigation" });
  const three = await edit(two, { kind: "add", what: "page", name: "b", parent: "/navigation/tabs/1" });
  expect(shown(await nodesOf(three))).toEqual(["tab Guides", "  page Index", "  page A", "tab Reference", "  page B"]);
  expect(three["docs.json"]?.startsWith(head)).toBe(true);
});

describe("impossible navigation edits", () => {
  const refusals: [string, NavigationEdit, string][] = [
    ["an unknown address", { kind: "remove", address: "/navigation/tabs/9" }, "has no element at"],
    ["a group into itself", { kind: "move", address: guides, parent: `${guides}/pages/1` }, "into itself"],
    ["a group into its own page", { kind: "move", address: guides, parent: `${guides}/pages/0` }, "into itself"],
    ["a page into a page", { kind: "move", address: `${guides}/pages/2`, parent: `${guides}/pages/0` }, "A page can't"],
    ["a version into a group", { kind: "move", address: "/navigation/versions/1", parent: guides }, "can't contain"],
    ["a page next to versions", { kind: "add", what: "page", name: "x", parent: "/navigation" }, "one of the versions"],
    ["a wrong icon", { kind: "set", address: guides, key: "icon", value: 5 }, "icon"],
    [
      "a wrong language",
      { kind: "rename", address: "/navigation/versions/0/languages/0", name: "klingon" },
      "language",
    ],
    ["prototype keys", { kind: "remove", address: "/navigation/__proto__/versions/0" }, "has no element at"],
  ];
  test.each(refusals)("an impossible navigation edit is refused: %s", async (_, change, message) => {
    await expect(edit(nested, change)).rejects.toThrow(message);
    await expect(edit(nested, change)).rejects.toBeInstanceOf(AppError);
  });

  test("editing a file that is included twice is refused", async () => {
    const twice = {
      "docs.json": `${head}  "navigation": { "tabs": [{ "tab": "A", "$ref": "./x.json" }, { "tab": "B", "$ref": "./x.json" }] }\n}\n`,
      "x.json": '{ "pages": ["a", "b"] }\n',
    };
    const change = { kind: "remove", address: "/navigation/tabs/0/pages/0" } as const;
    await expect(edit(twice, change)).rejects.toThrow("included in several places");
  });
});

function readFolder(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const settings = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".json"));
  const paths = settings.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

const listed = (nodes: readonly NavigationNode[]) =>
  nodes
    .filter(({ kind }) => kind === "page" || kind === "endpoint")
    .map(({ slug, title }) => slug ?? title)
    .toSorted();

/** Moves random elements to random places: pages are never lost, and docs.json stays valid for the build. */
async function moveAtRandom(folder: string, runs: number): Promise<void> {
  const files = readFolder(folder);
  let settings: SettingsText;
  try {
    settings = await open(files);
  } catch (error) {
    if (error instanceof BuildProblem) return;
    throw error;
  }
  const nodes = listNodes(settings, []);
  if (nodes.length < 2) return;
  const position = fc.nat({ max: nodes.length - 1 });
  await fc.assert(
    fc.asyncProperty(position, position, fc.boolean(), async (one, other, isEnd) => {
      const [from, to] = [nodes[one], nodes[other]];
      if (from === undefined || to === undefined) return;
      const target = isEnd ? { parent: to.address } : { parent: to.parent, before: to.address };
      try {
        const after = await edit(files, { kind: "move", address: from.address, ...target });
        expect(listed(await nodesOf(after))).toEqual(listed(nodes));
        expect(countChanged(files, after)).toBeLessThanOrEqual(2 * linesOf(settings, from) + 6);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    }),
    { numRuns: runs },
  );
}

/** Lines that only one of the texts has, ignoring indentation and commas. */
function countChanged(before: Files, after: Files): number {
  const changed = Object.keys(after).filter((path) => before[path] !== after[path]);
  const count = (files: Files) => {
    const counts = new Map<string, number>();
    for (const line of changed.flatMap((path) => files[path]?.split("\n") ?? [])) {
      const clean = line.trim().replace(/,$/, "");
      counts.set(clean, (counts.get(clean) ?? 0) + 1);
    }
    return counts;
  };
  const [one, other] = [count(before), count(after)];
  return [...new Set([...one.keys(), ...other.keys()])]
    .map((line) => Math.abs((one.get(line) ?? 0) - (other.get(line) ?? 0)))
    .reduce((sum, difference) => sum + difference, 0);
}

function linesOf(settings: SettingsText, { address }: NavigationNode): number {
  const under = listNodes(settings, []).filter((node) => node.address.startsWith(address));
  return under.length * 4;
}

const ownDocs = join(import.meta.dirname, "../../docs");
const scenarios = join(import.meta.dirname, "../site/scenarios");

test("random moves in our own documentation keep every page", () => moveAtRandom(ownDocs, 60));

test.each(readdirSync(scenarios).filter((name) => name.startsWith("navigation-")))(
  "random moves in the scenario %s keep every page",
  async (name) => {
    for (const folder of [join(scenarios, name, "project"), join(scenarios, name)]) {
      if (existsSync(join(folder, "docs.json"))) await moveAtRandom(folder, 25);
    }
  },
);

withSharedFolder("corpora", "random moves in real projects", (corpora) => {
  test.each(["starter", "mem0", "fastmcp"])("random moves in the corpus %s keep every page", (name) =>
    moveAtRandom(join(corpora, name), 15),
  );
});
