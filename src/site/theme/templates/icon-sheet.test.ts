import { expect, test } from "vitest";
import { createIconSheet } from "./icon-sheet.ts";
import { ownIcons } from "./own-icons.ts";

test("every icon of a built-in control exists in its library", () => {
  const { rules } = createIconSheet("fontawesome");
  for (const name of Object.keys(ownIcons)) expect(rules()).toContain(`.o-${name}{--i:url("data:image/svg+xml,`);
});

test("an icon that is used several times has only one class in the stylesheet", () => {
  const icons = createIconSheet("fontawesome");
  expect(icons.iconFor({ name: "rocket" })).toEqual({ className: "i-rocket" });
  expect(icons.iconFor({ name: "Rocket" })).toEqual({ className: "i-rocket" });
  expect(icons.iconFor({ name: "rocket", library: "lucide" })).toEqual({ className: "i-lucide-rocket" });
  expect(icons.rules().match(/\.i-rocket\{/g)).toHaveLength(1);
  expect(icons.rules()).not.toMatch(/<|#(?!0)/);
});

test("a tinted icon has enough contrast in both modes", () => {
  const icons = createIconSheet("fontawesome");
  expect(icons.iconFor({ name: "book" }, { light: "#FFFF00", dark: "#000080" })).toEqual({
    className: "i-book t-ffff00-000080",
  });
  expect(icons.rules()).toMatch(/i\.t-ffff00-000080\{color:light-dark\(oklch\(0\.[3-6]/);
});

test("an icon that is a URL or path becomes a picture, unless it is unsafe", () => {
  const icons = createIconSheet("fontawesome");
  expect(icons.iconFor({ name: "images/mark.svg" })).toEqual({ src: "/images/mark.svg" });
  expect(icons.iconFor({ name: "https://example.org/mark.png" })).toEqual({ src: "https://example.org/mark.png" });
  expect(icons.iconFor({ name: "javascript:alert(1)//x.svg" })).toBeUndefined();
});

test("an inline SVG icon becomes a picture without scripts", () => {
  const icons = createIconSheet("fontawesome");
  const icon = icons.iconFor({
    name: '<svg viewBox="0 0 4 4" onload="x()"><script>x()</script><path d="M0 0h4"/></svg>',
  });
  expect(decodeURIComponent(icon !== undefined && "src" in icon ? icon.src : "")).toMatch(
    /^data:image\/svg\+xml,<svg xmlns="[^"]+" [^>]*viewBox="0 0 4 4"[^>]*><path d="M0 0h4"><\/path><\/svg>$/,
  );
  expect(icons.iconFor({ name: "<b>no drawing</b>" })).toBeUndefined();
});

test("an unknown icon is recorded with the file that names it", () => {
  const icons = createIconSheet("fontawesome");
  expect(icons.iconFor({ name: "no-such-thing" }, undefined, "a.mdx")).toBeUndefined();
  expect([...icons.missing]).toEqual([["no-such-thing", "a.mdx"]]);
});
