import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkDisk } from "./disk.ts";

test("a data folder that can be created is fine, one inside a file is not", () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "file"), "");
  expect(checkDisk(join(folder, "not", "there", "yet")).state).not.toBe("fail");
  expect(checkDisk(join(folder, "file", "data"))).toMatchObject({
    state: "fail",
    fix: "set LECTERN_DATA to a folder",
  });
});
