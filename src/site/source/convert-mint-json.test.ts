import { expect, test } from "vitest";
import { convertMintJson } from "./convert-mint-json.ts";
import { readMintJson } from "./read-mint-json.ts";

const mint = {
  $schema: "https://mintlify.com/schema.json",
  name: "Acme",
  colors: { primary: "#16A34A", anchors: { from: "#16A34A" } },
  tabs: [{ name: "API", url: "api", tagline: "For programs" }],
  navigation: [
    { group: "Start", pages: ["welcome", { group: "More", pages: ["faq"] }] },
    { group: "Endpoints", pages: ["api/users"] },
  ],
  analytics: { ga4: { measurementId: "G-1" } },
  isWhiteLabeled: true,
};

test("a converted mint.json gives the settings that a build reads from it, in the same order", () => {
  const { settings } = convertMintJson(mint);
  expect(JSON.stringify(settings)).toBe(JSON.stringify(readMintJson(mint)));
  expect(settings.navigation).toEqual({
    tabs: [
      { tab: "Documentation", groups: [{ group: "Start", pages: ["welcome", { group: "More", pages: ["faq"] }] }] },
      { tab: "API", groups: [{ group: "Endpoints", pages: ["api/users"] }] },
    ],
  });
});

test("settings of mint.json without a counterpart are listed with their place", () => {
  expect(convertMintJson(mint).lost).toEqual(["colors.anchors", "tabs[0].tagline", "isWhiteLabeled"]);
});
