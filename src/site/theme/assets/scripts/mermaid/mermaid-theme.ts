import type { MermaidConfig } from "mermaid";

/** Mermaid's own light or dark theme, with the background, font and text colors of the page. */
export function mermaidTheme(): MermaidConfig {
  const { fontFamily } = getComputedStyle(document.querySelector(".prose") ?? document.body);
  const background = hexColor("var(--code-background)");
  const text = hexColor("var(--text-strong)");
  const line = hexColor("var(--text-soft)");
  const isDark = Number.parseInt(background.slice(3, 5), 16) < 128;
  return {
    theme: isDark ? "redux-dark-color" : "redux-color",
    fontFamily,
    themeVariables: {
      darkMode: isDark,
      background,
      edgeLabelBackground: background,
      // Packet diagrams are black on white in all of Mermaid's themes.
      packet: {
        startByteColor: text,
        endByteColor: text,
        labelColor: text,
        titleColor: text,
        blockStrokeColor: line,
        blockFillColor: background,
      },
      fontFamily,
      fontSize: "14px",
    },
  };
}

/** Mermaid only accepts hex colors, so the color is painted over the page background and read back. */
function hexColor(value: string): string {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return "#808080";
  for (const layer of ["var(--background)", value]) {
    context.fillStyle = computedColor(layer);
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function computedColor(value: string): string {
  const probe = document.createElement("span");
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
