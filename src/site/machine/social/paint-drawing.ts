import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { encodePng } from "./encode-png.ts";

const require = createRequire(import.meta.url);
let started: Promise<void> | undefined;
const fonts = new Map<string, Uint8Array>();

/** Subsets of Inter, and the letters that need each of them beside the first. */
const subsets: readonly [string, RegExp][] = [
  ["latin", /^/],
  ["latin-ext", /[\u0100-\u02ff\u1e00-\u1e9f\u20a0-\u20c0]/],
  ["vietnamese", /[\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/],
  ["greek", /\p{Script=Greek}/u],
  ["cyrillic", /\p{Script=Cyrillic}/u],
  ["cyrillic-ext", /[\u0460-\u052f]/],
];

/** Paints a drawing of ours as a PNG. Its words are set in Inter; nothing is loaded from anywhere. */
export async function paintDrawing(drawing: string): Promise<Buffer> {
  const fontBuffers = subsets.filter(([, letters]) => letters.test(drawing)).map(([name]) => readFont(name));
  return paint(drawing, fontBuffers, ({ pixels, width, height }) => encodePng(pixels, width, height));
}

/** A picture of the author in a box of this size, painted once: to paint it on every card would take longer than the card. */
export async function paintPicture(address: string, width: number, height: number, fit: string): Promise<Buffer> {
  const size = `width="${width}" height="${height}"`;
  const image = `<image href="${address}" ${size} preserveAspectRatio="${fit}"/>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${image}</svg>`;
  return paint(drawing, [], (painted) => Buffer.from(painted.asPng()));
}

type Painted = ReturnType<InstanceType<typeof Resvg>["render"]>;

async function paint(drawing: string, fontBuffers: Uint8Array[], read: (painted: Painted) => Buffer): Promise<Buffer> {
  started ??= initWasm(new WebAssembly.Module(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
  await started;
  const painter = new Resvg(drawing, { font: { fontBuffers, defaultFontFamily: "Inter Variable" } });
  const painted = painter.render();
  try {
    return read(painted);
  } finally {
    // The memory of the module is not collected.
    painted.free();
    painter.free();
  }
}

function readFont(subset: string): Uint8Array {
  const known = fonts.get(subset);
  if (known !== undefined) return known;
  const file = `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`;
  const bytes = readFileSync(require.resolve(file));
  fonts.set(subset, bytes);
  return bytes;
}
