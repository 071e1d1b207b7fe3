import { expect, test } from "vitest";
import { bareAnchor, createHeadingIds, slugOf } from "./heading-ids.ts";

test.each([
  ["Rates (daily)", "rates-daily"],
  ["v2.1 notes", "v2-1-notes"],
  ["Option 1: Chat Setup", "option-1-chat-setup"],
  ["A/B & C", "a/b-&-c"],
  ["It's", "it’s"],
  ["_meta", "meta"],
  ["The dub_id cookie", "the-dub_id-cookie"],
  ["Über uns", "über-uns"],
  ["概要", "概要"],
  ["<script>", "script"],
  ["🎉", "section"],
])("the heading %s gets the ID %s", (text, id) => {
  expect(slugOf(text)).toBe(id);
});

test("duplicate headings are numbered and never get an ID that is already in use", () => {
  const ids = createHeadingIds();
  expect([ids.idFor("A"), ids.idFor("A-2"), ids.idFor("A"), ids.claim("a")]).toEqual(["a", "a-2", "a-3", "a-4"]);
});

test.each(["its-new-log", "it’s-new:-log", "Its--New_Log", "#it's-new-/-log/"])(
  "the anchor #%s is compared by its letters and digits only",
  (anchor) => {
    expect(bareAnchor(anchor)).toBe("itsnewlog");
  },
);
