import type { ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { ArtifactDamaged } from "../../platform/artifacts/storage-error.ts";
import { createLog } from "../../platform/log.ts";
import { readMeasures } from "../../platform/measures/measure.ts";
import { refuseFailed } from "./other-replies.ts";

const hourMilliseconds = 3_600_000;

test("a lost artifact store is logged once, not once per reply, and every reply counts for the alert", () => {
  const lines: string[] = [];
  const log = createLog("warn", "api", { write: (line: string) => lines.push(line) });
  const statuses: number[] = [];
  const name = "lectern_store_errors_total";
  const failures = () =>
    readMeasures().find((each) => each.name === name)?.series[`${name}{operation="read"}`] ?? Number.NaN;
  const before = failures();
  // Other tests of this process may have lost a store within the last hour.
  const now = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 2 * hourMilliseconds);
  const writeHead = (status: number) => statuses.push(status);
  const response = { setHeader() {}, writeHead, end() {} } as unknown as ServerResponse;
  for (let reply = 0; reply < 100; reply++) refuseFailed({ log }, { response, id: `${reply}` }, new ArtifactDamaged());
  now.mockRestore();
  expect(new Set(statuses)).toEqual(new Set([503]));
  expect(lines).toHaveLength(1);
  expect(failures() - before).toBe(100);
});
