import { expect, test } from "vitest";
import { element, type HtmlAttributes } from "../../shared/html/html-node.ts";
import { printHtml } from "../../shared/html/print-html.ts";
import { type AskedSizes, type ImageSizes, sizeImages } from "./size-images.ts";

const sizes: ImageSizes = new Map([
  ["images/a b.png", [320, 200]],
  ["drawing.svg", [24, 12, "fills"]],
  ["film.mp4", [640, 360]],
]);
const styles = { classFor: (declarations: string) => `[${declarations}]` };

function sized(attributes: HtmlAttributes): string {
  return printHtml(sizeImages([element("p", {}, [element("img", attributes)])], { sizes, asked: new Map(), styles }));
}

test("an image of the project gets its size, and if the author sets one side, the other side is computed", () => {
  const src = "/images/a%20b.png";
  expect(sized({ src })).toContain('width="320" height="200"');
  expect(sized({ src, width: "160" })).toContain('width="160" height="100"');
  expect(sized({ src, height: "100px" })).toContain('height="100" width="160"');
  expect(sized({ src, width: "50%" })).toContain(
    'width="50%" src="/images/a%20b.png" class="[aspect-ratio:auto 320/200]"',
  );
  expect(sized({ src, width: "9", height: "9" })).toContain('width="9" height="9"');
});

test("an SVG with only an aspect ratio fills the available width", () => {
  const src = "/drawing.svg";
  expect(sized({ src, class: "own" })).toContain(
    'width="100%" src="/drawing.svg" class="own [aspect-ratio:auto 24/12]"',
  );
  expect(sized({ src, width: 48 })).toContain('width="48" height="24"');
  expect(sized({ src, height: "100%" })).not.toContain("width=");
});

test("a video with several files gets the size of the first one", () => {
  const file = element("source", { src: "/film.mp4" });
  const shown = (attributes: HtmlAttributes) =>
    printHtml(sizeImages([element("video", attributes, [file])], { sizes, asked: new Map(), styles }));
  expect(shown({})).toContain('<video width="640" height="360">');
  expect(shown({ width: "100%" })).toContain('<video width="100%" class="[aspect-ratio:auto 640/360]">');
});

test("external and unknown images get no size", () => {
  for (const src of ["https://example.org/a.png", "//example.org/a.png", "/images/other.png", "/%E0%A4%A"]) {
    expect(sized({ src })).not.toContain("width");
  }
});

test("all image sizes that an article looked up are recorded, even unknown ones", () => {
  const asked: AskedSizes = new Map();
  const images = [element("img", { src: "/images/a%20b.png" }), element("img", { src: "/none.png" })];
  sizeImages(images, { sizes, asked, styles });
  expect([...asked]).toEqual([
    ["images/a b.png", [320, 200]],
    ["none.png", undefined],
  ]);
});
