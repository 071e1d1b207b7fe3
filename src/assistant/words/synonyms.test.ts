import { expect, test } from "vitest";
import { indexOf, page } from "../../search/search-test-support.ts";
import { askLast } from "./words-test-support.ts";

const index = await indexOf(
  page("/proxy", "Proxy: The proxy sends requests to another server."),
  page("/names", "Namespaces: A namespace keeps names apart. To remove a namespace, run a command."),
);

test("the site's synonym is added to a word that the site doesn't contain", () => {
  const asked = askLast(index, ["how do I avoid a clash of names"]);
  expect(asked.query).toBe("how do I avoid a clash of names namespace");
  expect(asked.focus).toBe("how do I avoid a clash of names");
});

test("no synonym is added to a word that the site uses", () => {
  expect(askLast(index, ["how do I remove a namespace"]).query).toBe("how do I remove a namespace");
});
