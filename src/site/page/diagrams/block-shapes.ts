import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { tenth } from "./drawing-parts.ts";
import type { Place } from "./repaint-drawing.ts";

type Look = Record<string, string | number>;

/** The outline of a block by the characters around its label, and what is drawn on top of it. */
export function shapeAt(shape: string, place: Place, look: Look): HtmlNode[] {
  const { x, y, width, height } = place;
  const [right, bottom, middle] = [x + width, y + height, y + height / 2];
  const slant = Math.min(14, width / 6);
  const line = { ...look, fill: "none" };
  if (shape === "((" || shape === "(((") {
    const circle = (radius: number, attributes: Look) =>
      element("circle", { cx: tenth(x + width / 2), cy: tenth(middle), r: tenth(radius), ...attributes });
    const radius = Math.min(width, height) / 2;
    return shape === "((" ? [circle(radius, look)] : [circle(radius, look), circle(radius - 4, line)];
  }
  if (shape === "[(") {
    const curve = `C${corner(x, y - 3)} ${corner(right, y - 3)} ${corner(right, y + 7)}`;
    const body = `M${corner(x, y + 7)}${curve}V${tenth(bottom - 7)}C${corner(right, bottom + 3)} ${corner(x, bottom + 3)} ${corner(x, bottom - 7)}Z`;
    const lid = `M${corner(x, y + 7)}C${corner(x, y + 15)} ${corner(right, y + 15)} ${corner(right, y + 7)}`;
    return [element("path", { d: body, ...look }), element("path", { d: lid, ...line })];
  }
  const corners: Record<string, [number, number][]> = {
    "{": [
      [x, middle],
      [x + width / 2, y],
      [right, middle],
      [x + width / 2, bottom],
    ],
    "{{": [
      [x, middle],
      [x + slant, y],
      [right - slant, y],
      [right, middle],
      [right - slant, bottom],
      [x + slant, bottom],
    ],
    "[/": [
      [x, bottom],
      [x + slant, y],
      [right - slant, y],
      [right, bottom],
    ],
    "[\\": [
      [x, y],
      [x + slant, bottom],
      [right - slant, bottom],
      [right, y],
    ],
    ">": [
      [x, y],
      [right, y],
      [right, bottom],
      [x, bottom],
      [x + slant, middle],
    ],
  };
  const outline = corners[shape];
  if (outline !== undefined) return [element("path", { d: closed(outline), ...look })];
  const radius = shape === "([" ? height / 2 : shape === "(" ? 12 : 6;
  const box = element("rect", {
    x: tenth(x),
    y: tenth(y),
    width: tenth(width),
    height: tenth(height),
    rx: tenth(radius),
    ...look,
  });
  if (shape !== "[[") return [box];
  const sides = `M${corner(x + 7, y)}V${tenth(bottom)}M${corner(right - 7, y)}V${tenth(bottom)}`;
  return [box, element("path", { d: sides, ...line })];
}

/** An arrow that fills its cell, with a head on each named side; `x` and `y` mean both sides of an axis. */
export function arrowAt(directions: readonly string[], place: Place, look: Look): HtmlNode[] {
  const has = (...words: string[]) => words.some((word) => directions.includes(word));
  const heads = { left: has("left", "x"), right: has("right", "x"), up: has("up", "y"), down: has("down", "y") };
  const parts: HtmlNode[] = [];
  const { x, y, width, height } = place;
  if (heads.left || heads.right || !(heads.up || heads.down)) {
    const tip = Math.min(18, width / 3);
    const [left, right] = [heads.left ? x + tip : x, heads.right ? x + width - tip : x + width];
    const [upper, lower, middle] = [y + height * 0.24, y + height * 0.76, y + height / 2];
    const before: [number, number][] = heads.left
      ? [
          [left, y + height],
          [x, middle],
          [left, y],
        ]
      : [];
    const behind: [number, number][] = heads.right
      ? [
          [right, y],
          [x + width, middle],
          [right, y + height],
        ]
      : [];
    parts.push(
      element("path", {
        d: closed([[left, lower], ...before, [left, upper], [right, upper], ...behind, [right, lower]]),
        ...look,
      }),
    );
  }
  if (heads.up || heads.down) {
    const tip = Math.min(18, height / 2.5);
    const reach = Math.min(width, 64) / 2;
    const [top, bottom] = [heads.up ? y + tip : y, heads.down ? y + height - tip : y + height];
    const [center, half] = [x + width / 2, reach * 0.55];
    const above: [number, number][] = heads.up
      ? [
          [center - reach, top],
          [center, y],
          [center + reach, top],
        ]
      : [];
    const below: [number, number][] = heads.down
      ? [
          [center + reach, bottom],
          [center, y + height],
          [center - reach, bottom],
        ]
      : [];
    parts.push(
      element("path", {
        d: closed([
          [center - half, top],
          ...above,
          [center + half, top],
          [center + half, bottom],
          ...below,
          [center - half, bottom],
        ]),
        ...look,
      }),
    );
  }
  return parts;
}

function corner(x: number, y: number): string {
  return `${tenth(x)} ${tenth(y)}`;
}

function closed(points: [number, number][]): string {
  return `M${points.map(([x, y]) => corner(x, y)).join("L")}Z`;
}
