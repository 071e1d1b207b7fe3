import { expect, test } from "vitest";
import { codeThemeNames, findCodeTheme } from "../../source/code-themes.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import { contrast, contrastOnTint, parseHex } from "./oklch.ts";
import type { Banner } from "./site-frame.ts";
import { siteRules } from "./site-rules.ts";

const measuresOf = (path: string) =>
  path === "fonts/known.woff2" ? { ascent: 0.9, descent: 0.3, lineGap: 0, widthByArial: 1.2 } : undefined;

function rules(settings: Partial<SiteConfig>, banners: Banner[] = []): string {
  return siteRules(
    { theme: "mint", name: "Example", colors: { primary: "#16A34A" }, ...settings },
    banners,
    measuresOf,
  );
}

test("the rules of a site without settings are only its accent and the format's variables", () => {
  expect(rules({})).toMatch(
    /^:root\{--accent-light:oklch\([^)]+\);--accent-dark:[^;]+;--button:[^;]+;--button-text:[^;]+\}\n+:root\{--primary:[^}]+\}$/,
  );
});

test("the background is light in light mode and dark in dark mode, even if the author sets other colors", () => {
  const shown = rules({ background: { color: { light: "#000000", dark: "#ffffff" } } });
  expect(shown).toMatch(/--background:light-dark\(oklch\(0\.93\d* [^)]+\),oklch\(0\.300 /);
});

test("marks, secondary text and code comments are readable on any background and on a tint of their own color", () => {
  const shown = rules({ background: { color: { light: "#d8c8a8", dark: "#3a3330" } } });
  const read = (name: string) =>
    [
      ...(shown.match(new RegExp(`--${name}:light-dark\\(([^;]+)\\)[;}]`))?.[1]?.matchAll(/oklch\(([^)]+)\)/g) ?? []),
    ].map(([, text = ""]) => {
      const [lightness = 0, chroma = 0, hue = 0] = text.split(" ").map(Number);
      return { lightness, chroma, hue };
    });
  const grounds = read("surface-2");
  expect(grounds).toHaveLength(2);
  for (const name of ["red", "amber", "green", "blue", "text-soft", "text-faint", "hl-comment"]) {
    const reached = read(name).map((ink, mode) => contrastOnTint(ink, grounds[mode] ?? ink, 0.1));
    expect([name, reached.length, Math.min(...reached) > 4.45]).toEqual([name, 2, true]);
  }
});

test("a font of the project is loaded, and any other font is only named in the rules", () => {
  const own = rules({ fonts: { body: { family: 'My "Font"', source: '/fonts/a b".woff2', weight: "400" } } });
  expect(own).toContain(
    '@font-face{font-family:"My Font";font-weight:400;font-display:optional;src:url("/fonts/a%20b%22.woff2") format("woff2")}',
  );
  expect(own).toContain(':root{--own-font:"My Font"}');
  const known = rules({ fonts: { body: { family: "Brand", source: "/fonts/known.woff2" } } });
  expect(known).toContain(':root{--own-font:"Brand","Brand fallback","Brand wide fallback"}');
  expect(known).toContain("size-adjust:120%;ascent-override:75%;descent-override:25%;line-gap-override:0%");
  const other = rules({ fonts: { heading: { family: "Lora", source: "https://example.org/lora.woff2" } } });
  expect(other).not.toContain("@font-face");
  expect(other).toContain(':root{--own-heading-font:"Lora"}');
});

test("a background image is shown in its mode, and its path can't break out of the CSS rule", () => {
  const shown = rules({ background: { image: { light: '/a.png");x{', dark: "/b.png" } } });
  expect(shown).toContain('.with-image::before{background-image:url("/a.png%22%29;x%7B")}');
  expect(shown).toContain(':root[data-theme="dark"] .with-image::before{background-image:url("/b.png")}');
});

test.each([
  ["dark", ":is(.code,.code-group){color-scheme:dark}"],
  [{ light: "dracula", dark: "dracula" }, ":is(.code,.code-group){color-scheme:dark;--code-background:#282a36;"],
  [{ light: "min-light", dark: "min-light" }, ":is(.code,.code-group){color-scheme:light;--code-background:#ffffff;"],
] as const)("the code theme %j looks the same in both modes", (theme, rule) => {
  const shown = rules({ styling: { codeblocks: { theme, grammars: [] } } });
  expect(shown).toContain(rule);
  expect(shown).not.toContain("prefers-color-scheme");
});

test("code has one theme in light mode and another in dark mode", () => {
  const theme = { light: "snazzy-light", dark: "dark-plus" };
  const shown = rules({ styling: { codeblocks: { theme, grammars: [] } } })
    .split("\n")
    .slice(-3);
  expect(shown[0]).toMatch(/^:is\(.code,.code-group\)\{color-scheme:light;--code-background:#fafbfc;/);
  expect(shown[1]).toMatch(/^:root\[data-theme="dark"\] .*--code-background:#1e1e1e;/);
  expect(shown[2]).toMatch(/^@media \(prefers-color-scheme:dark\)\{:root:not\(\[data-theme="light"\]\)/);
});

test("every theme has nine colors, and all code is readable on its background", () => {
  for (const name of codeThemeNames.filter((word) => findCodeTheme(word) !== undefined)) {
    const theme = { light: name, dark: name };
    const shown = rules({ styling: { codeblocks: { theme, grammars: [] } } });
    const [ground = "", ...words] = [...shown.matchAll(/--(?:code|text|hl)[\w-]*:(#[0-9a-f]{6})/g)].map(
      (match) => match[1] ?? "",
    );
    expect([name, words.length]).toEqual([name, 11]);
    for (const word of words) expect(contrast(parseHex(word), parseHex(ground))).toBeGreaterThan(4.4);
  }
});

test("text on a banner color is readable", () => {
  const banner = {
    content: "News",
    kind: "info",
    isDismissible: false,
    mark: "text",
    colorClass: "banner-abc",
    color: { light: "#ffff00" },
  } as const;
  expect(rules({}, [banner])).toMatch(
    /\.banner-abc\{--banner-background:light-dark\([^;]+;--banner-text:light-dark\(oklch\(0\.200/,
  );
});
