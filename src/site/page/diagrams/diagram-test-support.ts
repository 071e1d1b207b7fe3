import { drawDiagram } from "./draw-diagram.ts";

/** A diagram that can be drawn. */
export function draw(code: string) {
  const diagram = drawDiagram(code);
  if (!diagram.ok) throw new Error(diagram.reason);
  return diagram;
}

/** Why a diagram cannot be drawn; empty for one that can. */
export function reason(code: string): string {
  const diagram = drawDiagram(code);
  return diagram.ok ? "" : diagram.reason;
}
