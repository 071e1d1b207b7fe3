import { readFileSync } from "node:fs";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { computeOnce } from "../../shared/compute-once.ts";
import { packageFile } from "../../shared/packages.ts";

let started: Promise<void> | undefined;
const family = "Inter Variable";
const fonts = new Map<string, Uint8Array>();

/** Subsets of Inter, and the characters for which each subset is needed. The first subset is always used. */
const subsets: readonly [string, RegExp][] = [
  ["latin", /^/],
  ["latin-ext", /[\u0100-\u02ff\u1e00-\u1e9f\u20a0-\u20c0]/],
  ["vietnamese", /[\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/],
  ["greek", /\p{Script=Greek}/u],
  ["cyrillic", /\p{Script=Cyrillic}/u],
  ["cyrillic-ext", /[\u0460-\u052f]/],
];

/**
 * Paints one of Lectern's own SVG images as PNG. Text is in Inter unless another font is given. The image can't load
 * anything.
 */
export async function paintDrawing(drawing: string, font?: Uint8Array): Promise<Buffer> {
  return paint(drawing, font);
}

/** An image of the author, and the box it has to fit in. */
export interface FittedPicture {
  bytes: Buffer;
  type: string;
  width: number;
  height: number;
  /** Whether the whole image is shown, or the whole box is covered. */
  fit: "meet" | "slice";
}

/** A picture is painted once at the needed size: painting it for each card would take longer than the card itself. */
export async function paintPicture({ bytes, type, width, height, fit }: FittedPicture): Promise<Buffer> {
  if (type === "image/svg+xml") return paint(bytes.toString(), undefined, { width, height, fit });
  const address = `data:${type};base64,${bytes.toString("base64")}`;
  const size = `width="${width}" height="${height}"`;
  const image = `<image href="${address}" ${size} preserveAspectRatio="${fit === "meet" ? "xMinYMid" : "xMidYMid"} ${fit}"/>`;
  return paint(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${image}</svg>`);
}

async function paint(drawing: string, font?: Uint8Array, box?: Box): Promise<Buffer> {
  started ??= initWasm(new WebAssembly.Module(readFileSync(packageFile("@resvg/resvg-wasm/index_bg.wasm"))));
  await started;
  const painter = open(drawing, fontsFor(drawing, font), box);
  try {
    const painted = painter.render();
    try {
      return Buffer.from(painted.asPng());
    } finally {
      painted.free();
    }
  } finally {
    // Freed explicitly, because WebAssembly memory isn't garbage-collected.
    painter.free();
  }
}

function fontsFor(drawing: string, font: Uint8Array | undefined): FontChoice {
  const fontBuffers = subsets.filter(([, letters]) => letters.test(drawing)).map(([name]) => readFont(name));
  // The first font is used for unknown font names, and Inter for letters that this font lacks.
  if (font !== undefined) return { fontBuffers: [font, ...fontBuffers] };
  // A logo may name any font; Inter is the fallback.
  return { fontBuffers, defaultFontFamily: family, sansSerifFamily: family };
}

type Box = Pick<FittedPicture, "width" | "height" | "fit">;
type FontChoice = { fontBuffers: Uint8Array[]; defaultFontFamily?: string; sansSerifFamily?: string };

/**
 * Ignores the size that an image claims. An image wider than its box gets the width of the box to fit in it, or the
 * height of the box to cover it.
 */
function open(drawing: string, font: FontChoice, box: Box | undefined): InstanceType<typeof Resvg> {
  const natural = new Resvg(drawing, { font });
  if (box === undefined) return natural;
  const { width, height, fit } = box;
  const isWide = natural.width / natural.height > width / height;
  natural.free();
  const fitTo =
    isWide === (fit === "meet") ? { mode: "width" as const, value: width } : { mode: "height" as const, value: height };
  return new Resvg(drawing, { font, fitTo });
}

function readFont(subset: string): Uint8Array {
  const file = `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`;
  return computeOnce(fonts, subset, () => readFileSync(packageFile(file)));
}
