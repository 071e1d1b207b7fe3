import { expect, test } from "vitest";
import { refusePrompt } from "../agent/rules/refuse-prompt.ts";
import { describeJobEvent } from "./describe-job-event.ts";

test("the end of a job that wasn't understood has a command for each offer, safe to paste", () => {
  const { summary = "", offers = [] } =
    refusePrompt(`rename "it's; rm -rf" to "$(B)" in guides/, but not in titles`) ?? {};
  const at = "2026-06-01T00:00:00.000Z";
  const lines = describeJobEvent({
    id: 1,
    event: "end",
    data: { outcome: "not_understood", text: summary, offers, at },
  });
  expect(lines).toContain(
    `lectern job create <project> --task rename-term --from 'it'\\''s; rm -rf' --to '$(B)' --in 'guides/'`,
  );
});
