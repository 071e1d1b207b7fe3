import { expect, test } from "vitest";
import { printHtml } from "../../shared/html/print-html.ts";
import { findIcon } from "./find-icon.ts";
import { freeIconFor } from "./free-icon-names.ts";
import { iconNames, readIconFile } from "./icon-files.ts";
import { missingIcon } from "./missing-icon.ts";

function markup(...[library, name, iconType]: Parameters<typeof findIcon>): string {
  const icon = findIcon(library, name, iconType);
  return icon === undefined ? "" : printHtml([icon]);
}

test("a Font Awesome icon is one path in the color of the text", () => {
  expect(markup("fontawesome", "house")).toMatch(
    /^<svg class="icon icon-solid" viewBox="32 32 576 576" width="16" height="16" aria-hidden="true"><path d="M[^"]+"><\/path><\/svg>$/,
  );
});

test("brand icons of Font Awesome are found without a style", () => {
  expect(markup("fontawesome", "github")).toBe(markup("fontawesome", "github", "brands"));
  expect(markup("fontawesome", "github")).not.toBe("");
});

test("a Font Awesome icon has the requested style if the free library has it", () => {
  expect(markup("fontawesome", "star", "regular")).not.toBe(markup("fontawesome", "star", "solid"));
  for (const thin of ["light", "thin"])
    expect(markup("fontawesome", "star", thin)).toBe(markup("fontawesome", "star", "regular"));
  for (const heavy of ["duotone", "sharp-solid", undefined])
    expect(markup("fontawesome", "star", heavy)).toBe(markup("fontawesome", "star", "solid"));
  expect(markup("fontawesome", "rocket", "light")).toBe(markup("fontawesome", "rocket", "solid"));
});

test("a Font Awesome icon is found under its names in versions 4, 5 and 6", () => {
  expect(markup("fontawesome", "home")).toBe(markup("fontawesome", "house"));
  expect(markup("fontawesome", "cog")).toBe(markup("fontawesome", "gear"));
  expect(markup("fontawesome", "automobile")).toBe(markup("fontawesome", "car"));
});

test("a Font Awesome icon is found by its class names", () => {
  for (const name of ["fa-house", "fa-solid fa-house", "House", "fas fa-house"])
    expect(markup("fontawesome", name)).toBe(markup("fontawesome", "house"));
  expect(markup("fontawesome", "circleCheck")).toBe(markup("fontawesome", "circle-check"));
  expect(markup("fontawesome", "GitHub")).toBe(markup("fontawesome", "github"));
});

test("an icon that only the paid Font Awesome has comes from Lucide", () => {
  expect(markup("fontawesome", "sparkles")).toBe(markup("lucide", "sparkles"));
  expect(freeIconFor("rocket-launch")).toBe("rocket");
  expect(markup("fontawesome", "rocket-launch")).toBe(markup("fontawesome", "rocket"));
  expect(markup("fontawesome", "barcode-read")).toBe(markup("lucide", "scan-barcode"));
});

test.each([
  ["message-sms", "fontawesome", "message"],
  ["list-timeline", "fontawesome", "list"],
  ["album-collection", "fontawesome", "compact-disc"],
  ["circle-microphone-lines", "fontawesome", "microphone-lines"],
  ["folder-magnifying-glass", "lucide", "folder-search"],
  ["shield-slash", "lucide", "shield-off"],
] as const)("the icon %s of the paid Font Awesome looks like a free one", (name, library, free) => {
  expect(markup("fontawesome", name)).toBe(markup(library, free));
});

test.each(["user-grop", "pi pi-github", "gun-slash", "qqqq"])("no icon is drawn for %s", (name) => {
  expect(markup("fontawesome", name)).toBe("");
});

test("a Font Awesome icon of a framed number or letter comes from Tabler", () => {
  expect(markup("fontawesome", "circle-1")).toBe(markup("tabler", "circle-number-1"));
  expect(markup("fontawesome", "square-k")).toBe(markup("tabler", "square-letter-k"));
  expect(markup("fontawesome", "circle-1")).not.toBe("");
});

test("Lucide and Tabler icons are drawn with strokes, filled Tabler icons with a fill", () => {
  expect(markup("lucide", "house")).toContain('class="icon icon-line"');
  expect(markup("tabler", "home")).toContain('class="icon icon-line"');
  expect(markup("tabler", "home-filled")).toContain('class="icon icon-solid"');
  expect(markup("tabler", "home")).not.toContain("M0 0h24v24H0z");
});

test("a Lucide icon is found under its old name, and every Lucide icon has a drawing", () => {
  expect(markup("lucide", "home")).toBe(markup("lucide", "house"));
  expect(markup("lucide", "house").match(/<path d="M/g)).toHaveLength(2);
  expect([...iconNames("lucide")].filter((name) => !/<\w+ \w+="/.test(readIconFile("lucide", name) ?? ""))).toEqual([]);
});

test("a brand that Lucide does not have comes from another library", () => {
  expect(markup("lucide", "github")).not.toBe("");
  expect(markup("lucide", "rocket")).not.toBe(markup("fontawesome", "rocket"));
});

test("a path or an empty name isn't an icon and reads no file", () => {
  for (const name of ["", "../../../package", "house.svg", "a/b", "a".repeat(100), "__proto__", "constructor", "\0"])
    expect(findIcon("fontawesome", name)).toBeUndefined();
});

test("the suggestion for an unknown icon name can share some of its words", () => {
  expect(missingIcon("fontawesome", "cloud-sparkle").hint).toBe('did you mean "cloud"?');
  expect(missingIcon("fontawesome", "fabulous-rocket").hint).toBe('did you mean "rocket"?');
});

test("the suggestion for an unknown icon name can have a similar spelling", () => {
  expect(missingIcon("fontawesome", "rockett").hint).toBe('did you mean "rocket"?');
  expect(missingIcon("lucide", "setings").hint).toBe('did you mean "settings"?');
  expect(missingIcon("fontawesome", "qqqqqqqqqqqqqqqqqqqq").hint).toBe("check the icon names of Font Awesome Free");
});
