import { expect, test } from "vitest";
import { fontBytesMax, inlineFonts } from "./inline-fonts.ts";

const fonts = new Map([
  ["/docs/_lectern/ab/text.woff2", Buffer.from("text")],
  ["/docs/fonts/brand.woff", Buffer.from("brand")],
  ["/docs/fonts/huge.woff2", Buffer.alloc(fontBytesMax + 1)],
]);
const inline = (css: string, read = async (path: string) => fonts.get(path)) =>
  inlineFonts([{ path: "/docs/_lectern/cd/site.css", css }], "https://plants.test", read);

test("fonts of the site become data URLs, and other addresses become absolute", async () => {
  const css = await inline(
    '@font-face{font-display:optional;src:url("../ab/text.woff2")} @font-face{src:url(/docs/fonts/brand.woff)} a{background:url("/docs/sky.png")} b{background:url(data:,x)}',
  );
  expect(css).toBe(
    '@font-face{font-display:block;src:url("data:font/woff2;base64,dGV4dA==")} @font-face{src:url("data:font/woff;base64,YnJhbmQ=")} a{background:url("https://plants.test/docs/sky.png")} b{background:url(data:,x)}',
  );
});

test("a font that the site doesn't have or that is too large isn't inlined, and each font is read once", async () => {
  const asked: string[] = [];
  const css = await inline(
    "a{src:url(/docs/fonts/huge.woff2)} b{src:url(/gone.woff2)} c{src:url(/gone.woff2)} d{src:url(/docs/fonts/brand.woff)}",
    async (path) => {
      asked.push(path);
      return fonts.get(path);
    },
  );
  expect(asked).toEqual(["/docs/fonts/huge.woff2", "/gone.woff2", "/docs/fonts/brand.woff"]);
  expect(css.match(/url\("[^"]{0,60}/g)).toEqual([
    'url("https://plants.test/docs/fonts/huge.woff2',
    'url("https://plants.test/gone.woff2',
    'url("https://plants.test/gone.woff2',
    'url("data:font/woff;base64,YnJhbmQ=',
  ]);
});
