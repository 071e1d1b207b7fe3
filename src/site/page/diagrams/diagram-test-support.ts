import { drawDiagram } from "./draw-diagram.ts";

/** A diagram that can be drawn. */
export function draw(code: string) {
  const diagram = drawDiagram(code);
  if (!diagram.ok) throw new Error(diagram.reason ?? "Mermaid draws it in the browser");
  return diagram;
}

/** The reason a diagram can't be drawn, or an empty string. */
export function reason(code: string): string {
  const diagram = drawDiagram(code);
  return diagram.ok ? "" : (diagram.reason ?? "");
}
