import { expect, test } from "vitest";
import { indexOf, page } from "../search/search-test-support.ts";
import { isAnswerable } from "./evidence.ts";
import { retrieve } from "./retrieve.ts";

const index = await indexOf(
  page("/accounts", ["Members have accounts.", "Delete an account: An owner can delete an account for good."]),
  page("/look", ["Colors: Text in light and dark.", "Light: The light colors of a page."]),
  page("/start", "Install the server, then open the dashboard."),
  page("/limits", "A project has bounds for requests."),
  page("/speed", "Requests come at any speed; what is slow is logged."),
);

const isAnswered = (question: string) =>
  isAnswerable(
    retrieve(index, "https://docs.acme.test", question, { pageSize: 5, filter: {}, currentPath: undefined }).evidence,
  );

test.each([
  ["How do I delete an account?", true],
  ["How do I delete my Instagram account?", false],
  // With a common word instead of a name, the pages probably say the same in other words.
  ["How do I delete my old account?", true],
])("%s is answered: %s", (question, expected) => {
  expect(isAnswered(question)).toBe(expected);
});
