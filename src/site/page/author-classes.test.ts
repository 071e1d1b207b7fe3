import { expect, test } from "vitest";
import { collectClasses, compileClasses } from "./author-classes.ts";

function compile(attribute: string): Promise<string> {
  const classes = new Set<string>();
  collectClasses(attribute, classes);
  return compileClasses(classes);
}

test.each([
  ["flex", ".prose .flex{display:flex}"],
  ["p-6", ".prose .p-6{padding:calc(0.25rem*6)}"],
  ["-mt-2", ".prose .-mt-2{margin-top:calc(0.25rem*-2)}"],
  ["w-1/2", ".prose .w-1\\/2{width:calc(1/2*100%)}"],
  ["max-w-4xl", ".prose .max-w-4xl{max-width:56rem}"],
  ["w-[200px]", ".prose .w-\\[200px\\]{width:200px}"],
  ["aspect-[2/1]", ".prose .aspect-\\[2\\/1\\]{aspect-ratio:2/1}"],
  ["text-gray-900", ".prose .text-gray-900{color:#111827}"],
  ["text-primary", ".prose .text-primary{color:var(--accent)}"],
  ["dark:bg-background-dark", "{background-color:var(--background)}"],
  ["dark:hover:text-primary-dark", "{color:var(--accent-light)}"],
  ["font-mono", ".prose .font-mono{font-family:var(--mono)}"],
  ["bg-[#1a2b3c]", ".prose .bg-\\[\\#1a2b3c\\]{background-color:#1a2b3c}"],
  ["bg-red-500/50", "color-mix(in oklab,#ef4444 50%,transparent)"],
  ["hover:underline", ".prose .hover\\:underline:hover{text-decoration-line:underline}"],
  ["group-hover:text-primary", ":is(:where(.group):hover *){color:var(--accent)}"],
  ["2xl:p-0", "@media (width>=96rem){.prose .\\32 xl\\:p-0{padding:0px}}"],
  ["z-20", ".prose .z-20{z-index:2}"],
  ["ring", "0 0 0 calc(3px + var(--tw-ring-offset-width)) var(--tw-ring-color,currentcolor)"],
  ["hover:!text-sm", "font-size:0.875rem!important"],
  ["space-y-4", ".prose .space-y-4>:not(:last-child){"],
  ["rounded-sm", "border-radius:0.125rem"],
  ["border", "{border-color:var(--border)}"],
  ["flex-shrink-0", "flex-shrink:0"],
])("the Tailwind class %s gets its rule", async (name, css) => {
  expect(await compile(name)).toContain(css);
});

test("a dark: class follows the reader's system and the theme switch", async () => {
  expect(await compile("dark:bg-zinc-900")).toBe(
    ':root[data-theme="dark"] :is(.prose .dark\\:bg-zinc-900){background-color:#18181b}@media (prefers-color-scheme:dark){:root:not([data-theme="light"]) :is(.prose .dark\\:bg-zinc-900){background-color:#18181b}}',
  );
});

test("the rules of a class don't set theme variables and don't reset other styles", async () => {
  const css = await compile("flex p-6 bg-red-500 font-sans md:grid-cols-2");
  expect(css).not.toContain(":root");
  expect(css).not.toContain("@layer");
});

const refused =
  `card code table line katex version-badge fixed md:fixed !sticky fixed! z-99 z-[9] bg-[url(x)] bg-[URL(x)]
  bg-[image:url(x)] bg-[image-set(x)] cursor-[url(x)] bg-(image:--x) [color:red] [position:fixed]
  md:[position:fixed] [&>p]:mt-4 w-[1px;color:red] w-[1px}] w-[\\31] text-[expression(1)] nothing:flex
  dark:dark:flex dark:group-dark:flex md:hover:focus:first:active:flex content-['x'] p- constructor hidden
  dark:block __proto__`.split(/\s+/);

test.each([...refused, `p-${"9".repeat(80)}`])("the class %s gets no rule", async (name) => {
  expect(await compile(name)).toBe("");
});

test("a page gets one rule for each class it uses, in Tailwind's order", async () => {
  const css = await compile("mine dark:p-2 p-6 flex\np-6 md:p-4");
  expect(css.match(/\.p-6/g)).toHaveLength(1);
  expect(css).not.toContain("mine");
  expect(css.indexOf(".p-6")).toBeLessThan(css.indexOf(".md\\:p-4"));
  expect(css.indexOf(".md\\:p-4")).toBeLessThan(css.indexOf(".dark\\:p-2"));
});

test("a page's rules don't depend on the pages before it", async () => {
  const first = await compile("p-6");
  await compile("p-7 m-3");
  expect(await compile("p-6 other")).toBe(first);
});

test("the number of classes on a page is limited", () => {
  const classes = new Set<string>();
  collectClasses(Array.from({ length: 2_000 }, (_, index) => `p-${index}`).join(" "), classes);
  expect(classes.size).toBe(500);
});
