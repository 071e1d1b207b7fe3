import type { ImageSize } from "../ground/image-dimensions.ts";

const headBytes = 4_096;

/**
 * As browsers see it: a drawing that says neither side, but has a shape, is as wide as the room it gets. One without a shape
 * would be stretched by what an author says of one side, so it has no size here.
 */
export function svgSize(bytes: Buffer): ImageSize | undefined {
  const tag = /<svg\b[^>]*>/i.exec(bytes.toString("utf8", 0, headBytes))?.[0];
  if (tag === undefined) return undefined;
  const [width, height] = [side(tag, "width"), side(tag, "height")];
  const [boxWidth, boxHeight] = viewBox(tag) ?? [];
  if (width !== undefined && height !== undefined) return [Math.round(width), Math.round(height)];
  if (boxWidth === undefined || boxHeight === undefined) return undefined;
  if (width !== undefined) return [Math.round(width), Math.round((width * boxHeight) / boxWidth)];
  if (height !== undefined) return [Math.round((height * boxWidth) / boxHeight), Math.round(height)];
  return [boxWidth, boxHeight, "fills"];
}

/** Pixels of a unit; shares of a page have none. */
const units: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  em: 16,
  rem: 16,
  ex: 8,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pt: 96 / 72,
  pc: 16,
};

function side(tag: string, name: string): number | undefined {
  const value = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)([a-z%]*)\\s*["']`).exec(tag);
  const pixels = Number(value?.[1]) * (units[value?.[2] ?? ""] ?? Number.NaN);
  return Number.isNaN(pixels) ? undefined : pixels;
}

function viewBox(tag: string): readonly [width: number, height: number] | undefined {
  // A drawing that may be stretched has no shape.
  if (/\spreserveAspectRatio\s*=\s*["']\s*none/.test(tag)) return undefined;
  const [width = 0, height = 0] = (/\sviewBox\s*=\s*["']([^"']*)["']/.exec(tag)?.[1] ?? "")
    .trim()
    .split(/[\s,]+/)
    .slice(2)
    .map(Number);
  return width > 0 && height > 0 ? [width, height] : undefined;
}
