import { expect, test } from "vitest";
import { generateSkill } from "./generated-skill.ts";

test("a skill of a site with 100,000 pages in one group is made in a quarter of a second", () => {
  const pages = Array.from({ length: 100_000 }, (_, number) => ({
    group: "All",
    title: `${number}`,
    url: `/${number}`,
  }));
  const start = process.cpuUsage();
  const { text } = generateSkill({
    name: "A",
    description: undefined,
    address: undefined,
    pages: [{ group: "First", title: "a", url: "/a" }, ...pages],
    offers: { assistant: false, mcp: false },
  });
  expect(process.cpuUsage(start).user).toBeLessThan(250_000);
  expect(text).toContain("### First\n\n- [a](/a)\n\n### All\n\n- [0](/0)\n");
  expect(text).toContain("- 99988 more\n");
});
