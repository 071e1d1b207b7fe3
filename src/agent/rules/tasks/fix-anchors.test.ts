import { expect, test } from "vitest";
import { runOn, settingsFor } from "../rules-test-support.ts";
import { findAnchor } from "./fix-anchors.ts";

test("a broken anchor is matched to the same or a misspelled heading, but never if several headings fit", () => {
  const anchors = ["setup", "setup-2", "option-1-run", "rate-limits", "list-users", "list-user", "port-80", "port-81"];
  for (const [broken, id] of [
    ["Option-1--run", "option-1-run"],
    ["option_1_run", "option-1-run"],
    ["rate-limis", "rate-limits"],
    ["setup-1", "setup-2"],
    ["list-uses", undefined],
    ["port-82", undefined],
    ["set", undefined],
    ["something-else", undefined],
  ] as const) {
    expect(findAnchor(broken, anchors)?.id, broken).toBe(id);
  }
});

test("anchors of headings and components are repaired on every page that links to them", async () => {
  const files = {
    "docs.json": settingsFor(["index", "guides/run"], {
      navbar: { links: [{ label: "Limits", href: "/guides/run#rate_limits" }] },
    }),
    "index.mdx": "See [a](/guides/run#ratelimits), [b](/guides/run#first-stp) and [c](/guides/run#gone).\n",
    "guides/run.mdx":
      '---\ntitle: Run\n---\n\n## Rate limits\n\n<Accordion title="First step">x</Accordion>\n\n[up](#Rate-Limits) [ok](#rate-limits) [top](#top)\n',
  };
  const { changed, declined } = await runOn(files, "fix broken anchors");
  expect(changed).toEqual({
    "docs.json": files["docs.json"].replace("rate_limits", "rate-limits"),
    "index.mdx": "See [a](/guides/run#rate-limits), [b](/guides/run#first-step) and [c](/guides/run#gone).\n",
    "guides/run.mdx": files["guides/run.mdx"].replace("#Rate-Limits", "#rate-limits"),
  });
  expect(declined).toMatchObject([{ path: "index.mdx", line: 1, what: "the link to /guides/run#gone" }]);
});
