import { expect, test } from "vitest";
import { checkedAgentPaths } from "./change-project.ts";

test("the agent can be given extra files and folders, without duplicates", () => {
  expect(checkedAgentPaths(["CHANGES.txt", " examples/", "CHANGES.txt"])).toEqual(["CHANGES.txt", "examples/"]);
  expect(checkedAgentPaths([])).toEqual([]);
});

test.each(["", "/", "../x", "/etc/", ".git/hooks/", "a\\b"])("the agent cannot be given the path %j", (path) => {
  expect(() => checkedAgentPaths(["CHANGES.txt", path])).toThrow("can't be given");
});

test("the agent cannot be given more than 50 extra paths", () => {
  expect(() => checkedAgentPaths(Array.from({ length: 51 }, (_, index) => `file-${index}`))).toThrow("at most 50");
});
