import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkDisk } from "./disk.ts";

test("doctor accepts a data folder that can be created, but not one inside a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "file"), "");
  expect(checkDisk({ dataFolder: join(folder, "not", "there", "yet"), diskMegabytesMin: 1 }).state).not.toBe("fail");
  expect(checkDisk({ dataFolder: join(folder, "file", "data"), diskMegabytesMin: 1 })).toMatchObject({
    state: "fail",
    fix: "set LECTERN_DATA to a folder",
  });
});

test("doctor fails if the disk has less free space than the settings require", () => {
  const check = checkDisk({ dataFolder: tmpdir(), diskMegabytesMin: 1_000_000_000 });
  expect(check).toMatchObject({ state: "fail", fix: expect.stringContaining("free some space") });
});
