import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkDisk } from "./disk.ts";

test("a data folder that can be created is fine, one inside a file is not", () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "file"), "");
  expect(checkDisk({ dataFolder: join(folder, "not", "there", "yet"), diskMegabytesMin: 1 }).state).not.toBe("fail");
  expect(checkDisk({ dataFolder: join(folder, "file", "data"), diskMegabytesMin: 1 })).toMatchObject({
    state: "fail",
    fix: "set LECTERN_DATA to a folder",
  });
});

test("a disk without the space that the settings ask for fails", () => {
  const check = checkDisk({ dataFolder: tmpdir(), diskMegabytesMin: 1_000_000_000 });
  expect(check).toMatchObject({ state: "fail", fix: expect.stringContaining("free some space") });
});
