import { expect, test } from "vitest";
import { checkChanges } from "./check-changes.ts";

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
