import { expect, test } from "vitest";
import { describeEvent } from "./describe-event.ts";
import type { PublicEvent } from "./event-schemas.ts";
import { updateState } from "./status-name.ts";

const summary = "Published 3 pages at https://acme.docs.example, with 1 page missing, 1 error.";

test.each([
  ["no problems", null, "Update of main succeeded", "good", "Success"],
  ["only warnings", { errors: 0, warnings: 2 }, "Update of main succeeded", "good", "Success with 2 problems"],
  [
    "a missing page",
    { errors: 1, warnings: 0, missingPages: 1 },
    "Update of main published, 1 page missing",
    "bad",
    "Published, 1 page missing",
  ],
])("an update with %s says so in its title and its state", (_name, problems, title, tone, state) => {
  const update = { status: "success", summary, branch: "main", isPreview: false, problems, commit: null, author: null };
  const event = { type: "update.succeeded", data: { update } } as unknown as PublicEvent;
  expect(describeEvent(event)).toEqual({ title, text: summary, link: "View update", tone });
  expect(updateState({ status: "success", ...(problems && { problems }) })).toBe(state);
});
