import { parseFragment } from "parse5";
import { expect, test } from "vitest";
import { htmlTags, unneededAttributes } from "./allowed-html.ts";
import { authorClass } from "./author-class.ts";
import { element, type HtmlNode, isElement } from "./html-node.ts";
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

test("a drawing loads nothing, however its attributes are written, and may refer to its own parts", () => {
  const fill = (value: string) => clean(element("svg", {}, [element("path", { fill: value })]));
  for (const value of [
    "u\\72l(https://e.test)",
    "url(https://e.test/#a)",
    "url( 'x' )",
    "IMAGE-SET('x' 1x)",
    "image-set('#a' 1x, 'https://e.test' 2x)",
    "-webkit-cross-fade('https://e.test', red)",
    "u/**/rl(https://e.test)",
    "url(#a) url(https://e.test)",
    "src('x')",
  ]) {
    expect(fill(value), value).toBe("<svg><path></path></svg>");
  }
  for (const value of ["url( #a)", "url('#a')", "url(#a) red"]) expect(fill(value), value).toContain("#a");
});

test("a frame keeps its size as browsers read it", () => {
  const frame = (size: string) => clean(element("iframe", { src: "https://www.youtube.com/embed/x", height: size }));
  for (const [written, kept] of [
    ["315px", "315"],
    [" 50.5%", "50%"],
    ["20em", "20"],
  ]) {
    expect(frame(written ?? "")).toContain(` height="${kept}"`);
  }
  for (const size of ["auto", "99999"]) expect(frame(size)).not.toContain("height");
});

test("pictures keep their variants, without those that may not be loaded", () => {
  const image = (srcset: string) => clean(element("source", { srcset, sizes: "100vw" }));
  expect(image("/a.png, https://e.test/b,c.png 2x,javascript:x 3x,\n/d.png 1.5x")).toBe(
    '<source srcset="/a.png, https://e.test/b,c.png 2x, /d.png 1.5x" sizes="100vw">',
  );
  expect(image("javascript:x")).toBe('<source sizes="100vw">');
});

test.each(["\n", "\r\n"])("text keeps its first line break %j", (lineBreak) => {
  const html = clean(element("pre", {}, [`${lineBreak}foo`]));
  expect(textOf(html)).toBe("\nfoo");
});

/** What a browser shows. */
function textOf(html: string): string {
  const [node] = parseFragment(html).childNodes;
  const [text] = node !== undefined && "childNodes" in node ? node.childNodes : [];
  return text !== undefined && "value" in text ? text.value : "";
}

test("a link of a drawing, a frame without an address and attributes of unknown elements are reported", () => {
  const lost: string[] = [];
  const report = ({ tag }: { tag: string }, attribute = "") => lost.push(`${tag} ${attribute}`);
  const drawing = element("svg", { "xmlns:xlink": "x", "sodipodi:role": "x" }, [
    element("a", { "xlink:href": "/x", [authorClass]: "x" }, ["Text"]),
    element("use", { "xlink:href": "/icons.svg#a" }),
    element("use", { "xlink:href": "#a" }),
  ]);
  const others = [element("font", { color: "red", id: "x" }), element("iframe", { srcdoc: "x" })];
  sanitize([drawing, element("math", { [authorClass]: "x" }), ...others], createStyleCollector(), { report });
  expect(lost).toEqual(["a xlink:href", "use xlink:href", "math class", "font color", "iframe "]);
});

/** Names of the attributes in the HTML standard and in old HTML. */
const attributes =
  `abbr accept accept-charset action align alt async autocapitalize autocomplete autofocus autoplay bgcolor
  border cellpadding cellspacing charset checked cite class color cols colspan content contenteditable controls coords
  crossorigin data datetime decoding default defer dir disabled download draggable enctype enterkeyhint face fetchpriority for
  form formaction headers height hidden high href hreflang hspace http-equiv id inert inputmode is ismap itemprop kind label
  lang list loading loop low max maxlength media method min minlength multiple muted name nonce novalidate onclick open
  optimum pattern ping placeholder playsinline popover poster preload readonly referrerpolicy rel required reversed role rows
  rowspan scope selected shape size sizes slot span spellcheck src srcdoc srclang srcset start step summary tabindex target
  title translate type usemap valign value vspace width wrap aria-label data-author-x author-class`.split(/\s+/);

test("every attribute is printed, reported or known to change nothing", () => {
  for (const tag of [...htmlTags, "svg", "math", "form", "textarea"]) {
    for (const name of attributes.filter((one) => tag !== "iframe" || one !== "src")) {
      const lost: (string | undefined)[] = [];
      const node = element(tag, { src: "https://www.youtube.com/embed/x", [name]: "7" });
      const clean = sanitize([node], createStyleCollector(), { report: (_, attribute) => lost.push(attribute) });
      const isPrinted = clean.some((made) => isElement(made) && made.attributes[name] !== undefined);
      const isKnown =
        lost.includes(clean.length === 0 ? undefined : name.replace("author-", "")) || unneededAttributes.has(name);
      expect(isPrinted || isKnown, `<${tag} ${name}>`).toBe(true);
    }
  }
});
