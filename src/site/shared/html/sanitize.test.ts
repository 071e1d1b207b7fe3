import { expect, test } from "vitest";
import { authorClass, element, type HtmlNode } from "./html-node.ts";
import { printHtml } from "./print-html.ts";
import { sanitize } from "./sanitize.ts";
import { createStyleCollector } from "./style-collector.ts";

function clean(node: HtmlNode): string {
  return printHtml(sanitize([node], createStyleCollector()));
}

test("elements that run scripts are removed with their content", () => {
  for (const tag of ["script", "style", "object", "embed", "form", "base", "meta", "template", "noscript"]) {
    expect(clean(element("div", {}, [element(tag, {}, ["x"])]))).toBe("<div></div>");
  }
});

test("an unknown element is removed, but its content stays", () => {
  expect(clean(element("blink", {}, [element("b", {}, ["x"])]))).toBe("<b>x</b>");
});

test("handlers, unknown attributes and unsafe URLs are removed", () => {
  expect(clean(element("a", { href: "javascript:x", onclick: "x", ping: "x", title: 'a"b' }, ["x"]))).toBe(
    '<a title="a&quot;b">x</a>',
  );
});

test("highlighted code with other markup than that of the highlighter is dropped", () => {
  expect(clean({ highlighted: '<span class="hljs-a">x</span> &lt;' })).toBe('<span class="hljs-a">x</span> &lt;');
  expect(clean({ highlighted: "<img src=x onerror=alert(1)>" })).toBe("");
  expect(clean({ highlighted: '<span class="a" onclick="x">x</span>' })).toBe("");
});

test("the sanitizer drops raw HTML that wasn't parsed", () => {
  expect(clean({ rawHtml: "<script>x</script>" })).toBe("");
});

test("a frame keeps the style that makes it fill its box", () => {
  const styles = createStyleCollector();
  const style = "position: absolute; top: 0; width: 100%; height: 100%";
  for (const src of ["https://www.youtube.com/embed/x", "https://player.example/x"]) {
    const [frame] = sanitize([element("iframe", { src, style })], styles);
    expect(frame).toMatchObject({ attributes: { [authorClass]: expect.stringMatching(/^s-/) } });
  }
  expect(styles.stylesheet()).toContain("position:absolute;top:0;width:100%;height:100%");
});

test("frames of known video players are sandboxed, and any other frame becomes a link", () => {
  expect(clean(element("iframe", { src: "https://www.youtube.com/embed/x" }))).toContain("sandbox=");
  expect(clean(element("iframe", { src: "https://evil.example/" }))).toBe(
    '<p><a href="https://evil.example/">https://evil.example/</a></p>',
  );
  expect(clean(element("iframe", { src: "https://www.youtube.com@evil.example/" }))).not.toContain("iframe");
});

test("an SVG drawing may only refer to its own parts", () => {
  const drawing = element("svg", {}, [
    element("use", { href: "https://evil.example/#a" }),
    element("use", { href: "#a" }),
  ]);
  expect(clean(drawing)).toBe('<svg><use></use><use href="#a"></use></svg>');
});

test("a formula contains only MathML elements", () => {
  const inner = element("mtext", { onclick: "x", mathvariant: "bold" }, [
    "a",
    element("img", { src: "x", onerror: "x" }),
    element("style", {}, ["b"]),
    element("svg", {}, [element("script", {}, ["c"])]),
    element("annotation-xml", { encoding: "text/html" }, [element("b", {}, ["d"])]),
  ]);
  expect(clean(element("math", { href: "javascript:x" }, [inner]))).toBe(
    '<math><mtext mathvariant="bold">ad</mtext></math>',
  );
});

test("an author's inline style takes precedence over the site's rules", () => {
  const styles = createStyleCollector();
  const name = styles.classFor("border-radius:0");
  expect(styles.stylesheet()).toBe(`.${name}.${name}.${name}{border-radius:0}`);
});
