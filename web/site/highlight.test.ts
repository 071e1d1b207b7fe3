import { expect, test } from "vitest";
import { type CodeNode, highlight } from "./highlight.ts";

const samples: Record<string, string> = {
  bash: '# copy\nnpm run x -- "/a-$(date +%F).db" && echo "done $HOME"',
  ts: "const a: Map<string, number> = new Map(); // `b`\nexport class B extends C { d = `x`; }",
  tsx: 'return <a href="/x" {...props}>{list.map((one) => <b key={one}>{one}</b>)}</a>;',
  json: '{ "a": [1, true, null, "x\\n"] }',
  python: 'def f(a: int = 3) -> str:\n    """Doc."""\n    return f"{a!r} {b[\'c\']}"',
  yaml: "a:\n  - b: 1 # c\n  - |\n    text",
  html: '<!doctype html><script>let a = 1 < 2;</script><style>a { color: red }</style><p class="b">&amp;</p>',
  sql: "SELECT a, count(*) FROM b WHERE c = 'd' -- e",
  go: 'func main() { fmt.Println("a", `b`) }',
  rust: 'fn main() -> Result<(), Box<dyn Error>> { println!("{a}"); }',
  diff: "- a\n+ b\n@@ -1 +1 @@",
};

for (const [language, code] of Object.entries(samples)) {
  test(`${language} is highlighted without changing its text`, () => {
    const nodes = highlight(code, language);
    expect(textOf(nodes)).toBe(code);
    expect(nodes.some((node) => typeof node !== "string")).toBe(true);
  });
}

test("unknown languages and very long code stay plain", () => {
  expect(highlight("a < b", "nonsense")).toEqual(["a < b"]);
  expect(highlight("let a;".repeat(3_000), "js")).toHaveLength(1);
  expect(highlight("x", "__proto__")).toEqual(["x"]);
});

function textOf(nodes: readonly CodeNode[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : textOf(node.children))).join("");
}
