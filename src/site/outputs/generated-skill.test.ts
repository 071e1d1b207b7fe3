import { expect, test } from "vitest";
import { generateSkill } from "./generated-skill.ts";

// Copying the list for each page would take longer than a test may.
test("a skill lists the first pages of a group, even if the group has 100,000", () => {
  const pages = Array.from({ length: 100_000 }, (_, number) => ({
    group: "All",
    title: `${number}`,
    url: `/${number}`,
  }));
  const { text } = generateSkill({
    name: "A",
    description: undefined,
    address: undefined,
    pages: [{ group: "First", title: "a", url: "/a" }, ...pages],
    offers: { assistant: false, mcp: false },
  });
  expect(text).toContain("### First\n\n- [a](/a)\n\n### All\n\n- [0](/0)\n");
  expect(text).toContain("- 99988 more\n");
});
