import { expect, test } from "vitest";
import { summarize } from "./annotations.ts";

test.each([
  ["Sets `codes_count` and **all** _other_ counts.", "Sets codes_count and all other counts."],
  ["Read gift_card_batch_limit, __init__ and `_id`.\n\nMore.", "Read gift_card_batch_limit, init and _id."],
  ["See [the `web_limit`](/limits).", "See the web_limit."],
])("the summary of %j keeps the underscores of names", (markdown, summary) => {
  expect(summarize(markdown)).toBe(summary);
});
