import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../git/git-test-support.ts";
import { checkGitVersion } from "../git/git-version.ts";
import { readConfig } from "../platform/config.ts";
import { openApp } from "./app.ts";

test.each(["api", "worker"] as const)("the %s does not start if git is missing or too old", async (role) => {
  const folder = temporaryFolder();
  const config = readConfig({ LECTERN_DATA: join(folder, "data"), LECTERN_LOG_LEVEL: "fatal" });
  const open = () => openApp(config, role, () => checkGitVersion(folder));
  await expect(open()).rejects.toThrow("Lectern cannot start: git cannot be started; install git 2.38 or newer.");
  writeFileSync(join(folder, "git"), "#!/bin/sh\necho git version 2.30.2\n", { mode: 0o755 });
  await expect(open()).rejects.toThrow("Lectern cannot start: git 2.30.2 is too old; install git 2.38 or newer.");
  expect(existsSync(config.dataFolder)).toBe(false);
});

test("commands that don't run git start without it", async () => {
  const config = readConfig({ LECTERN_DATA: temporaryFolder(), LECTERN_LOG_LEVEL: "fatal" });
  const app = await openApp(config, "cli", () => checkGitVersion("/nowhere"));
  await app.close();
});
