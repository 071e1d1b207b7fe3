import { expect, test } from "vitest";
import { checkedAgentPaths } from "./checked-agent-paths.ts";

test("files and folders are taken, each once", () => {
  expect(checkedAgentPaths(["CHANGES.txt", " examples/", "CHANGES.txt"])).toEqual(["CHANGES.txt", "examples/"]);
  expect(checkedAgentPaths([])).toEqual([]);
});

test.each(["", "/", "../x", "/etc/", ".git/hooks/", "a\\b"])("%j is refused", (path) => {
  expect(() => checkedAgentPaths(["CHANGES.txt", path])).toThrow("cannot be let at");
});

test("a list without end is refused", () => {
  expect(() => checkedAgentPaths(Array.from({ length: 51 }, (_, index) => `file-${index}`))).toThrow("At most 50");
});
