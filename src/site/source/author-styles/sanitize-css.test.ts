import fastCheck from "fast-check";
import { expect, test } from "vitest";
import { describeProblem } from "../../shared/build-problem.ts";
import { sanitizeCss } from "./sanitize-css.ts";

const files = { file: "css/site.css", hasFile: (path: string) => ["css/a.png", "images/b c.png"].includes(path) };

function clean(text: string) {
  const { css, problems } = sanitizeCss(text, files);
  return { css, problems: problems.map(describeProblem) };
}

test("modern CSS rules are kept unchanged", () => {
  const kept = [
    ".card:has(>p):not(:where(.x)) ::part(y){color:rgb(from var(--x) r g b/50%)!important}",
    "@media (width>=100px){.a{b:c}}",
    "@container side (min-width:1px){a{b:c}}",
    "@layer base,more;@layer base{a{b:c}}",
    "@supports (display:grid) and (not (x:y)){a{b:c}}",
    "@keyframes x{from{opacity:0}50%{opacity:1}}",
    '@property --a{syntax:"<length>";inherits:false;initial-value:0px}',
    ".a{color:red;&:hover{color:blue}.b{c:d}@media print{e:f}}",
    ".md\\:wide{--space:calc(1px + 2px);width:var(--space,3px)}",
  ].join("");
  expect(clean(kept)).toEqual({ css: kept, problems: [] });
});

test.each([
  [".a{> p{c:d}}", ".a{&>p{c:d}}"],
  [".a{b:c;p{d:e}f:g}", ".a{b:c;p{d:e}f:g}"],
  [".a{p:hover{d:e}.b &{f:g}}", ".a{p:hover{d:e}.b &{f:g}}"],
  [".a{.b{.c{d:e}@media print{f:g}}}", ".a{.b{.c{d:e}@media print{f:g}}}"],
  [".a{.b{background:url(https://evil.example/x);c:d}}", ".a{.b{c:d}}"],
])("nested CSS rules work without &: %s", (text, expected) => {
  expect(clean(text).css).toBe(expected);
});

test("an image URL from a CSS variable is left out, because a variable can have any value", () => {
  expect(clean(".a{--u:'https://evil.example/x';background:image-set(var(--u) 1x)}").css).toBe(
    '.a{--u:"https://evil.example/x"}',
  );
});

test("paths in a stylesheet are rewritten to start at the root, and missing files are reported", () => {
  const { css, problems } = clean(
    '.a{background:url(a.png)}\n.b{background:url("../images/b%20c.png?x#y")}\n.c{background:url(/no.png)}\n.d{mask:url(#m)}',
  );
  expect(css).toBe(
    ".a{background:url(/css/a.png)}.b{background:url(/images/b%20c.png?x#y)}.c{background:url(/no.png)}.d{mask:url(#m)}",
  );
  expect(problems).toEqual(["css/site.css:3: shows /no.png, but that file does not exist"]);
});

test("a stylesheet may contain small inline images", () => {
  const picture = ".a{background:url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E\")}";
  expect(clean(picture).css).toContain("data:image/svg+xml");
  expect(clean(`.a{background:url(data:image/png;base64,${"A".repeat(40_000)})}`).css).toBe(".a{}");
});

test.each([
  ["an image of another server", ".a{background:url(https://evil.example/x)}"],
  ["an address without a scheme", ".a{background:url(//evil.example/x)}"],
  ["an escaped scheme", '.a{background:url("https\\3a //evil.example/x")}'],
  ["slashes the other way round", '.a{background:url("\\\\\\\\evil.example/x")}'],
  ["a tab between slashes", '.a{background:url("/\\9 /evil.example/x")}'],
  ["an escaped url()", ".a{background:\\75rl(https://evil.example/x)}"],
  ["an escaped function", ".a{background:im\\61ge-set('https://evil.example/x' 1x)}"],
  ["image-set with a text", ".a{background:image-set('https://evil.example/x' 1x)}"],
  ["image-set in a prefix", ".a{background:-webkit-image-set(url(https://evil.example/x) 1x)}"],
  ["a fallback of a variable", ".a{background:var(--x,url(https://evil.example/x))}"],
  ["a variable", ".a{--x:url(https://evil.example/x)}"],
  ["a variable with a block", ".a{--x:{background:url(https://evil.example/x)}}"],
  ["a font", "@font-face{font-family:x;src:url(https://evil.example/x)}"],
  ["a cursor", ".a{cursor:url(https://evil.example/x),auto}"],
  ["an import", "@import url(https://evil.example/x);"],
  ["an import as a text", "@import 'https://evil.example/x';"],
  ["an escaped import", "@\\69mport 'https://evil.example/x';"],
  ["a namespace", "@namespace url(https://evil.example/x);"],
  ["a document rule", "@document url(https://evil.example/x){a{b:c}}"],
  ["a data document", ".a{background:url(data:text/html,evil.example)}"],
  ["a script in an address", ".a{background:url(javascript:evil.example)}"],
  ["a broken address", ".a{background:url(https://evil.example/x y)}"],
  ["an import inside of a rule", ".a{@import 'https://evil.example/x';}"],
  ["a selector that is no selector", "a::b(url(https://evil.example/x)){c:d}"],
  ["a media query with an address", "@media url(https://evil.example/x){a{b:c}}"],
])("a stylesheet with %s loses that part, and the author gets a warning", (_, text) => {
  const { css, problems } = clean(text);
  expect(css).not.toContain("evil.example/x");
  expect(css).not.toContain("@import");
  expect(problems.length).toBeGreaterThan(0);
});

test.each(["behavior:url(#x)", "-moz-binding:url(#x)", "width:expression(1)", "beh\\61vior:x"])(
  "the CSS declaration %s is left out",
  (declaration) => {
    expect(clean(`.a{${declaration}}`).css).toBe(".a{}");
  },
);

test("an invalid CSS rule is left out and reported on its line, and the rest is kept", () => {
  const { css, problems } = clean(".a{\n  color red;\n  b:c\n}\n@tailwind base;\n.d{e:f}");
  expect(css).toBe(".a{b:c}.d{e:f}");
  expect(problems).toEqual([
    'css/site.css:2: "color red" is not valid CSS (Colon is expected), so it is left out',
    "css/site.css:5: @tailwind is not supported here, so it is left out",
  ]);
});

test("an unclosed CSS rule can't affect the next stylesheet", () => {
  expect(clean(".a{b:c").css).toBe(".a{b:c}");
  expect(clean("@media print{.a{b:c}").css).toBe("@media print{.a{b:c}}");
  expect(clean(".a{b:'c").css).not.toMatch(/'c$/);
  expect(clean(".a{b:c}/* open").css).toBe(".a{b:c}");
});

test("dark mode rules follow the visitor's choice, or the system setting if the visitor has made no choice", () => {
  expect(clean(".dark .card,html.dark p{color:red}").css).toBe(
    '@media (prefers-color-scheme:dark){:root:where(:not([data-theme="light"])) .card,html:root:where(:not([data-theme="light"])) p{color:red}}' +
      '@media not all and (prefers-color-scheme:dark){:root:where([data-theme="dark"]) .card,html:root:where([data-theme="dark"]) p{color:red}}',
  );
  expect(clean(".darker{a:b}").css).toBe(".darker{a:b}");
});

test("the selectors of the format match Lectern's page parts with the same specificity", () => {
  expect(clean("a:has(> img.nav-logo),#navbar a{b:c}").css).toBe(
    "a:has(>img:is(.nav-logo,.logo img)),:is(#navbar,.site-header,.header-tabs) a{b:c}",
  );
  expect(clean("main{#content-area{b:c}}").css).toBe("main{:is(#content-area,main){b:c}}");
  expect(clean('p[data-kind="x" i]{b:c}').css).toBe('p:is([data-kind="x"i],[data-author-kind="x"i]){b:c}');
  expect(clean("#navbars .nav-logos,#constructor{b:c}").css).toBe("#navbars .nav-logos,#constructor{b:c}");
});

test("nested dark mode selectors don't grow without limit", () => {
  expect(clean(`${".dark{".repeat(30)}a:b${"}".repeat(30)}`).css.length).toBeLessThan(20_000);
});

test.each([
  ["blocks", "@media x{".repeat(30_000)],
  ["rules", "a{".repeat(100_000)],
  ["brackets", `a{b:${"(".repeat(100_000)}`],
  ["faults", `a{${"x;".repeat(100_000)}}`],
  ["broken rules", "a{b:}c}".repeat(30_000)],
])("a stylesheet with endless %s is processed quickly and results in valid CSS", (_, text) => {
  expect(() => clean(text)).not.toThrow();
});

test("no stylesheet can result in a URL of another server", () => {
  const piece = fastCheck.constantFrom(
    ..."{ } ( ) ; : @ \\ \" ' /* */ url( image-set( var( --x .a @import @media , ! > & # 1px x \\75 \\9 \n".split(" "),
    "http://evil",
    "//evil",
    "data:image/png,",
  );
  const text = fastCheck.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
  fastCheck.assert(
    fastCheck.property(text, (given) => {
      const { css } = sanitizeCss(given, files);
      // A string on its own loads nothing, so only strings inside loading functions are checked.
      const bare = css.replaceAll(/(?<!url\(|image-set\()"(?:[^"\\]|\\.)*"/gs, '""');
      expect(bare).not.toMatch(/(?<!\\)@import|url\(\s*"?\s*(?:https?:)?[\\/]{2}|image-set\("[^"]*[\\/]{2}/i);
      // The output is valid: sanitizing it again gives the same text.
      expect(sanitizeCss(css, files).css).toBe(css);
    }),
    { numRuns: 1_000 },
  );
});
