import { expect, test } from "vitest";
import { findOutage } from "../platform/outage.ts";
import { explainFailure, missingError } from "./git-error.ts";

test("a full disk or a killed git is an outage, not the fault of the repository", () => {
  const full = explainFailure("error: unable to write file: No space left on device", 128);
  expect(findOutage(full)?.part).toBe("disk");
  expect(findOutage(explainFailure("", null))?.part).toBe("process");
  const gone = explainFailure("fatal: not a git repository: '/data/repositories/acme.git'", 128);
  expect([gone.kind, findOutage(gone)?.part, findOutage(missingError())?.part]).toEqual(["corrupt", "disk", "disk"]);
  expect(findOutage(Object.assign(new Error("spawn git ENOENT"), { code: "ENOENT", syscall: "spawn git" }))).toBe(
    undefined,
  );
  expect(findOutage(explainFailure("fatal: something else", 128))).toBeUndefined();
});
