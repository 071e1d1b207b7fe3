import { expect, test } from "vitest";
import { checkedAgentPaths } from "./checked-agent-paths.ts";

test("a list of files and folders is read, and none is none", () => {
  expect(checkedAgentPaths("CHANGES.txt, examples/")).toEqual(["CHANGES.txt", "examples/"]);
  expect(checkedAgentPaths("none")).toEqual([]);
});

test.each(["", "/", "../x", "/etc/", "a,,b", ".git/hooks/", "a\\b"])("%j is refused", (list) => {
  expect(() => checkedAgentPaths(list)).toThrow("cannot be let at");
});

test("a list without end is refused", () => {
  expect(() => checkedAgentPaths(Array.from({ length: 51 }, (_, index) => `file-${index}`).join(","))).toThrow(
    "At most 50",
  );
});
