import { expect, test } from "vitest";
import { element, type HtmlAttributes } from "../html/html-node.ts";
import { printHtml } from "../html/print-html.ts";
import { type AskedSizes, sizeImages } from "./size-images.ts";

const sizes = new Map([["images/a b.png", [320, 200] as const]]);

function sized(attributes: HtmlAttributes): string {
  return printHtml(sizeImages([element("p", {}, [element("img", attributes)])], sizes, new Map()));
}

test("a picture of the project gets its size, and one side that the author gave decides the other", () => {
  const src = "/images/a%20b.png";
  expect(sized({ src })).toContain('width="320" height="200"');
  expect(sized({ src, width: "160" })).toContain('width="160" height="100"');
  expect(sized({ src, height: "100px" })).toContain('height="100" width="160"');
  expect(sized({ src, width: "50%" })).toBe('<p><img src="/images/a%20b.png" width="50%"></p>');
  expect(sized({ src, width: "9", height: "9" })).toContain('width="9" height="9"');
});

test("pictures from elsewhere and unknown ones are left alone", () => {
  for (const src of ["https://example.org/a.png", "//example.org/a.png", "/images/other.png", "/%E0%A4%A"]) {
    expect(sized({ src })).not.toContain("width");
  }
});

test("it is noted which sizes an article was told, and which were not known", () => {
  const asked: AskedSizes = new Map();
  sizeImages([element("img", { src: "/images/a%20b.png" }), element("img", { src: "/none.png" })], sizes, asked);
  expect([...asked]).toEqual([
    ["images/a b.png", [320, 200]],
    ["none.png", undefined],
  ]);
});
