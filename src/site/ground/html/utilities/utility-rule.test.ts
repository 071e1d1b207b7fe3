import { describe, expect, test } from "vitest";
import { createStyleCollector } from "../style-collector.ts";
import { utilityRule } from "./utility-rule.ts";

describe("a class of Tailwind", () => {
  test.each([
    ["flex", ".prose .flex{display:flex}"],
    ["p-6", ".prose .p-6{padding:1.5rem}"],
    ["-mt-2", ".prose .-mt-2{margin-top:-0.5rem}"],
    ["w-1/2", ".prose .w-1\\/2{width:50%}"],
    ["w-full", ".prose .w-full{width:100%}"],
    ["max-w-4xl", ".prose .max-w-4xl{max-width:56rem}"],
    ["w-[200px]", ".prose .w-\\[200px\\]{width:200px}"],
    ["aspect-[2/1]", ".prose .aspect-\\[2\\/1\\]{aspect-ratio:2/1}"],
    ["grid-cols-3", ".prose .grid-cols-3{grid-template-columns:repeat(3,minmax(0,1fr))}"],
    ["text-gray-900", ".prose .text-gray-900{color:#111827}"],
    ["text-sm", ".prose .text-sm{font-size:.875rem;line-height:1.25rem}"],
    ["bg-[#1a2b3c]", ".prose .bg-\\[\\#1a2b3c\\]{background-color:#1a2b3c}"],
    [
      "border-primary/60",
      ".prose .border-primary\\/60{border-color:color-mix(in srgb, var(--accent) 60%, transparent)}",
    ],
    ["hover:underline", ".prose .hover\\:underline:hover{text-decoration-line:underline}"],
    ["group-hover:text-primary", ".prose .group:hover .group-hover\\:text-primary{color:var(--accent)}"],
    [
      "lg:grid-cols-2",
      "@media (min-width:1024px){.prose .lg\\:grid-cols-2{grid-template-columns:repeat(2,minmax(0,1fr))}}",
    ],
    ["2xl:p-0", "@media (min-width:1536px){.prose .\\32 xl\\:p-0{padding:0rem}}"],
    ["md:block", "@media (min-width:768px){.prose .md\\:block{display:block}}"],
    ["z-20", ".prose .z-20{z-index:2}"],
    ["ring-2", ".prose .ring-2{box-shadow:0 0 0 2px var(--ring,currentColor)}"],
    ["-translate-x-1/2", ".prose .-translate-x-1\\/2{--move-x:-50%;translate:var(--move-x,0) var(--move-y,0)}"],
    ["hover:!text-sm", ".prose .hover\\:\\!text-sm:hover{font-size:.875rem!important;line-height:1.25rem!important}"],
    ["space-y-4", ".prose .space-y-4>*+*{margin-top:1rem}"],
  ])("%s has its rule", (name, css) => {
    expect(utilityRule(name)?.css).toBe(css);
  });

  test("for the dark mode follows the reader's system and the switch", () => {
    expect(utilityRule("dark:bg-zinc-900")?.css).toBe(
      ':root[data-theme="dark"] .prose .dark\\:bg-zinc-900{background-color:#18181b}@media (prefers-color-scheme:dark){:root:not([data-theme="light"]) .prose .dark\\:bg-zinc-900{background-color:#18181b}}',
    );
  });
});

test("other names, and values that would load or leave their rule, have none", () => {
  for (const name of [
    "card",
    "code",
    "table",
    "line",
    "icon",
    "step",
    "katex",
    "version-badge",
    "fixed",
    "sticky",
    "z-99",
    "bg-[url(x)]",
    "w-[1px;color:red]",
    "w-[1px}]",
    "text-[expression(1)]",
    "nothing:flex",
    "bg-[#1a2b3c;}]",
    "content-['x']",
    "",
    "p-",
    "constructor",
    "hidden",
    "dark:block",
    "__proto__",
    "w-constructor",
    `p-${"9".repeat(80)}`,
  ])
    expect(utilityRule(name), name).toBeUndefined();
});

test("a page has the rules of the classes it uses, each once, the stronger ones last", () => {
  const styles = createStyleCollector();
  styles.addClasses("mine dark:p-2 p-6 flex");
  styles.addClasses("p-6 md:p-4");
  const css = styles.stylesheet();
  expect(css.match(/\.p-6/g)).toHaveLength(1);
  expect(css).not.toContain("mine");
  expect(css.indexOf(".p-6")).toBeLessThan(css.indexOf(".md\\:p-4"));
  expect(css.indexOf(".md\\:p-4")).toBeLessThan(css.indexOf(".dark\\:p-2"));
});

test("an inline style is stronger than the rules of the site", () => {
  const styles = createStyleCollector();
  const name = styles.classFor("border-radius:0");
  expect(styles.stylesheet()).toBe(`.${name}.${name}.${name}{border-radius:0}`);
});
