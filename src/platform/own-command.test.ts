import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { installedName, ownCommand } from "./own-command.ts";

test("messages in a clone name the npm script", () => {
  expect(ownCommand("project list")).toBe("npm run lectern -- project list");
});

test("an installed package is called by its name if it is global, and through npx in a project", () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-command-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inside = join(folder, "lib/node_modules/lectern-docs");
  mkdirSync(inside, { recursive: true });
  expect(installedName(inside)).toBe("lectern");
  writeFileSync(join(folder, "lib/package.json"), "{}");
  expect(installedName(inside)).toBe("npx lectern-docs");
});
