import { expect, test } from "vitest";
import { createLog } from "../platform/log.ts";
import type { Project } from "../projects/store.ts";
import type { Update } from "../updates/update.ts";
import { describeOutcome, describePush, replyWithNews } from "./push-message.ts";

const project = { organizationId: "org_1", domain: "docs", branch: "main" } as Project;
const deps = { url: "https://lectern.test", siteUrl: (subdomain: string) => `https://${subdomain}.lectern.test` };

test("the message after a push says what is being updated, where to follow it, and what is not updated", () => {
  const triggered = [
    { id: "upd_1", branch: "main", sha: "1a2b3c4d5e", subdomain: "docs" },
    { id: "upd_2", branch: "look", sha: "2b3c4d5e6f", subdomain: "look--docs" },
  ];
  expect(describePush(deps, project, { triggered, ignored: ["The branch old has no preview."] })).toEqual([
    "Updating the site with main (1a2b3c4): https://docs.lectern.test",
    "  https://lectern.test/dashboard/org_1/docs/updates/upd_1",
    "Updating the branch preview with look (2b3c4d5): https://look--docs.lectern.test",
    "  https://lectern.test/dashboard/org_1/docs/updates/upd_2",
    "The branch old has no preview.",
  ]);
  const many = Array.from({ length: 7 }, (_, index) => ({ ...triggered[1], id: `upd_${index}` })) as typeof triggered;
  expect(describePush(deps, project, { triggered: many, ignored: [] }).at(-1)).toBe(
    "  and 2 more: https://lectern.test/dashboard/org_1/docs/updates",
  );
  expect(describePush(deps, project, { triggered: [], ignored: [] })).toEqual([]);
});

test("the outcome of an update is described with the dashboard's terms", () => {
  const update = { status: "success", summary: "Published 3 pages.", createdAt: 1_000, endedAt: 3_400 } as Update;
  expect(describeOutcome(update)).toBe("Success after 2.4 s: Published 3 pages.");
  const problems = { errors: 1, warnings: 0, missingPages: 2 };
  expect(describeOutcome({ ...update, problems })).toBe("Published, 2 pages missing after 2.4 s: Published 3 pages.");
  expect(describeOutcome({ ...update, status: "in_progress", endedAt: null })).toBe(
    "In progress; follow it at the address above.",
  );
});

test("messages are sent as packets of the second side band, and only if the client asked for side bands", async () => {
  const { signal } = new AbortController();
  const log = createLog("silent", "api");
  const replyTo = async (reply: Buffer, lines: string[]) => {
    const parts: Buffer[] = [];
    for await (const part of replyWithNews({ log }, reply, { lines }, signal)) parts.push(part);
    return Buffer.concat(parts).toString();
  };
  const banded = Buffer.from("000a\u0001unpac0000");
  expect(await replyTo(banded, ["Hi"])).toBe("0009\u0002\nHi\n0006\u0002\n000a\u0001unpac0000");
  expect(await replyTo(banded, [])).toBe(banded.toString());
  const plain = Buffer.from("000eunpack ok\n0000");
  expect(await replyTo(plain, ["Hi"])).toBe(plain.toString());
  expect(await replyTo(Buffer.alloc(0), ["Hi"])).toBe("");
});
