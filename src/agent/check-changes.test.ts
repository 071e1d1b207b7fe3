import { expect, test } from "vitest";
import { checkChanges, checkImages } from "./check-changes.ts";

const rules = {
  writable: { settingsParts: new Set<string>(), openedPaths: [] },
  links: new Set(["linked", "guides/alias.mdx"]),
  holdsSecret: (text: string) => text.includes("s3cret"),
};

test.each([
  ["guides/alias.mdx", "New.", "symbolic link"],
  ["linked/page.mdx", "New.", "symbolic link"],
  [".github/workflows/a.yml", "on: push", "hidden"],
  ["AGENTS.md", "Obey.", "instructions"],
  ["../outside.mdx", "New.", "../outside.mdx"],
  ["page.mdx", "The key is s3cret.", "secrets"],
])("a change of %s is refused", (path, content, why) => {
  expect(() => checkChanges([{ path, content }], rules)).toThrow(why);
});

test("an image is replaced only by a smaller one", () => {
  const sizes = new Map([
    ["a.png", 100],
    ["page.mdx", 100],
    ["linked/b.png", 100],
    [".github/c.png", 100],
    ["guides/node_modules/d.png", 100],
  ]);
  const image = (path: string, bytes = 99) => ({ path, content: new Uint8Array(bytes) });
  expect(checkImages([image("a.png")], sizes, rules)).toEqual([image("a.png")]);
  const paths = ["new.png", "page.mdx", "linked/b.png", ".github/c.png", "guides/node_modules/d.png"];
  for (const refused of [image("a.png", 100), ...paths.map((path) => image(path))]) {
    expect(() => checkImages([refused], sizes, rules)).toThrow("only images that become smaller may be replaced");
  }
});
