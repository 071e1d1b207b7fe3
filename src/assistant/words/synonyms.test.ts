import { expect, test } from "vitest";
import { indexOf, page } from "../../search/search-test-support.ts";
import { askLast } from "./words-test-support.ts";

const index = await indexOf(
  page("/proxy", "Proxy: The proxy sends requests to another server."),
  page("/names", "Namespaces: A namespace keeps names apart. To remove a namespace, run a command."),
);

test("a word that the site doesn't have is searched for with the site's word", () => {
  const asked = askLast(index, ["how do I avoid a clash of names"]);
  expect(asked.query).toBe("how do I avoid a clash of names namespace");
  expect(asked.focus).toBe("how do I avoid a clash of names");
});

test("a word that the site uses has no synonyms", () => {
  expect(askLast(index, ["how do I remove a namespace"]).query).toBe("how do I remove a namespace");
});
