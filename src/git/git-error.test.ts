import { expect, test } from "vitest";
import { findOutage } from "../platform/outage.ts";
import { explainFailure } from "./git-error.ts";

test("a full disk or a killed git is an outage, not the fault of the repository", () => {
  const full = explainFailure("error: unable to write file: No space left on device", 128);
  expect(findOutage(full)?.part).toBe("disk");
  expect(findOutage(explainFailure("", null))?.part).toBe("process");
  expect(findOutage(explainFailure("fatal: something else", 128))).toBeUndefined();
});
