import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../git/git-test-support.ts";
import { checkGit, checkNode } from "./tools.ts";

test("doctor accepts the git on this machine, and refuses an old or missing one", async () => {
  expect(await checkGit()).toMatchObject({ state: "ok", found: expect.stringMatching(/^2\./) });
  const folder = temporaryFolder();
  const fix = "install git 2.38 or newer";
  expect(await checkGit(folder)).toEqual({ name: "git", state: "fail", found: "git cannot be started", fix });
  writeFileSync(join(folder, "git"), "#!/bin/sh\necho git version 2.37.1\n", { mode: 0o755 });
  expect(await checkGit(folder)).toEqual({ name: "git", state: "fail", found: "git 2.37.1 is too old", fix });
});

test("doctor fails for a Node that is too old, and warns about an untested newer version", () => {
  expect(checkNode("22.18.0").state).toBe("fail");
  expect(checkNode("24.0.0").state).toBe("ok");
  expect(checkNode("99.0.0").state).toBe("warn");
});
