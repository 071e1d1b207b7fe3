import { expect, test } from "vitest";
import type { JobEvent } from "./group-events.ts";
import { groupEvents } from "./group-events.ts";

const at = "2026-03-02T10:00:00.000Z";
const event = (id: number, name: string, data: object): JobEvent =>
  ({ id, event: name, data: { at, ...data } }) as JobEvent;

test("consecutive steps are grouped, and retries are counted", () => {
  const groups = groupEvents([
    event(1, "message", { role: "user", text: "Fix it" }),
    event(2, "step", { text: "Looking" }),
    event(3, "step", { text: "Looking" }),
    event(4, "heartbeat", { text: "busy" }),
    event(5, "step", { text: "Found" }),
    event(6, "edit", { path: "a.mdx" }),
    event(7, "edit", { path: "b.mdx" }),
    event(8, "step", { text: "Checking" }),
  ]);
  expect(groups.map(({ kind }) => kind)).toEqual(["single", "steps", "edits", "steps"]);
  expect(groups[1]).toMatchObject({
    steps: [
      { text: "Looking", times: 2 },
      { text: "Found", times: 1 },
    ],
  });
  expect(groups[2]).toMatchObject({ edits: [{ id: 6 }, { id: 7 }] });
});
