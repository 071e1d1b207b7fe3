import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { ArtifactDamaged } from "../../platform/artifacts/storage-error.ts";
import { createLog } from "../../platform/log.ts";
import { refuseFailed } from "./other-replies.ts";

test("a lost artifact store is logged once, not once per reply", () => {
  const lines: string[] = [];
  const log = createLog("warn", "api", { write: (line: string) => lines.push(line) });
  const statuses: number[] = [];
  const writeHead = (status: number) => statuses.push(status);
  const response = { setHeader() {}, writeHead, end() {} } as unknown as ServerResponse;
  for (let reply = 0; reply < 100; reply++) refuseFailed({ log }, { response, id: `${reply}` }, new ArtifactDamaged());
  expect(new Set(statuses)).toEqual(new Set([503]));
  expect(lines).toHaveLength(1);
});
