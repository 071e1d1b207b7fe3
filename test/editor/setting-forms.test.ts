import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FieldForm } from "../../src/contract/field-form.ts";
import { planSettingEdit } from "../../src/editor/structure/change-settings.ts";
import { isFormSetting, settingsSections } from "../../src/editor/structure/settings-sections.ts";
import { checkEdit, readSettingsText } from "../../src/editor/structure/settings-text.ts";
import { settingNames } from "../../src/site/source/config/site-config.ts";
import type { JsonValue } from "../../src/site/source/json-value.ts";
import { settingDescriptions } from "../../src/site/source/setting-descriptions.ts";

type Files = Readonly<Record<string, string>>;

async function change(files: Files, path: (string | number)[], value?: JsonValue): Promise<Record<string, string>> {
  const settings = await readSettingsText({ read: async (file) => files[file] });
  const { changes } = await checkEdit(settings, planSettingEdit(settings, path, value));
  return { ...files, ...Object.fromEntries(changes.map((one) => [one.path, one.content ?? ""])) };
}

const ownDocs = { "docs.json": readFileSync(join(import.meta.dirname, "../../docs/docs.json"), "utf8") };

test("every setting with an effect, except the navigation, has a place in the forms", () => {
  expect(settingNames.filter((name) => !isFormSetting(name))).toEqual(["$schema", "navigation", "variations"]);
});

function listPaths(form: FieldForm, path: string): string[] {
  if (form.kind === "object") {
    return [path, ...Object.entries(form.fields).flatMap(([key, field]) => listPaths(field, `${path}.${key}`))];
  }
  if (form.kind === "list") return [path, ...listPaths(form.item, `${path}[]`)];
  if (form.kind === "map") return [path, ...listPaths(form.item, `${path}.*`)];
  if (form.kind === "either") return [...listPaths(form.short, path), ...listPaths(form.long, path)];
  return [path];
}

test("every setting has a description, and every description a setting", () => {
  const paths = new Set(
    settingsSections.flatMap(({ fields }) => fields.flatMap(({ key, form }) => listPaths(form, key))),
  );
  // Vendor IDs and the parts of an icon need no description.
  const isPlain = (path: string) => !/^integrations\.[^.]+\./.test(path) && !/\.icon\./.test(path);
  expect([...paths].filter((path) => isPlain(path) && settingDescriptions[path] === undefined)).toEqual([]);
  expect(Object.keys(settingDescriptions).filter((path) => !paths.has(path))).toEqual([]);
});

const examples: [string, (string | number)[], JsonValue][] = [
  ["general", ["name"], "Another name"],
  ["branding", ["colors", "primary"], "#123456"],
  ["branding", ["logo"], { light: "/logo/a.svg", dark: "/logo/b.svg", href: "https://example.com" }],
  ["typography", ["fonts", "heading"], { family: "Inter", weight: 700 }],
  ["styling", ["styling", "codeblocks"], "dark"],
  ["navbar", ["navbar", "links"], [{ label: "Support", href: "mailto:a@example.com" }]],
  ["footer", ["footer", "socials", "github"], "https://github.com/example"],
  ["banner", ["banner"], { content: "**New**", dismissible: true }],
  [
    "pages",
    ["contextual", "options"],
    ["copy", { title: "Ask", description: "Asks about it", href: "https://example.com" }],
  ],
  ["search", ["lectern", "starterQuestions"], ["How?"]],
  ["search", ["search", "prompt"], "Find"],
  ["api", ["api", "playground", "display"], "none"],
  ["redirects", ["redirects"], [{ source: "/a", destination: "/b", permanent: false }]],
  ["variables", ["variables", "product"], "Fern"],
  ["seo", ["seo", "metatags", "robots"], "noindex"],
  ["integrations", ["integrations", "ga4"], { measurementId: "G-123" }],
];

test.each(examples)("a setting of %s is written, and removing it restores the file", async (section, path, value) => {
  expect(settingsSections.find(({ id }) => id === section)?.fields.map(({ key }) => key)).toContain(path[0]);
  // Without the name or the color, the site could not be built at all.
  const isRequired = ["name", "colors.primary"].includes(path.join("."));
  if (isRequired) await expect(change(ownDocs, path)).rejects.toThrow("is missing");
  const base = isRequired ? ownDocs : await change(ownDocs, path);
  const set = await change(base, path, value);
  const read = path.reduce<unknown>((holder, key) => (holder as never)[key], JSON.parse(set["docs.json"] ?? ""));
  expect(read).toEqual(value);
  if (!isRequired) expect((await change(set, path))["docs.json"]).toBe(base["docs.json"]);
});

test("a value that the build would reject is refused with its place", async () => {
  for (const [path, value, message] of [
    [["colors", "primary"], "blurple", "must be a color"],
    [["theme"], "minty", "must be one of"],
    [["redirects", 0, "destination"], 5, "must be text"],
    [["appearance", "strict"], "yes", "true or false"],
    [["integrations", "ga4"], { measurementId: "UA-1" }, 'must begin with "G-"'],
    [["seo", "unknown"], true, "is not a setting Lectern knows"],
  ] as [(string | number)[], JsonValue, string][]) {
    await expect(change(ownDocs, path, value), path.join(".")).rejects.toThrow(message);
  }
});

test("changing a setting keeps unknown keys, their order and the formatting", async () => {
  const files = {
    "docs.json": `{
    "scripts":   ["a.js"],
    "theme": "mint", "name": "X",
    "colors": {"primary":"#16A34A"},

    "custom": { "b": 1,
      "a": 2 },
    "navigation": { "pages": [ "index" ] }
}`,
  };
  const after = await change(files, ["colors", "primary"], "#000000");
  expect(after["docs.json"]).toBe(files["docs.json"].replace("#16A34A", "#000000"));
  const added = await change(files, ["banner", "content"], "Hi");
  expect(added["docs.json"]).toContain(files["docs.json"].slice(0, files["docs.json"].lastIndexOf("}") - 1));
});

test("a setting from an included file is changed in that file", async () => {
  const files = {
    "docs.json":
      '{ "theme": "mint", "name": "X", "colors": { "$ref": "./look/colors.json" }, "navigation": { "pages": [] } }',
    "look/colors.json": '{\n  "primary": "#16A34A"\n}\n',
  };
  const after = await change(files, ["colors", "primary"], "#000000");
  expect(after).toEqual({ ...files, "look/colors.json": '{\n  "primary": "#000000"\n}\n' });
});
