import type { MermaidConfig } from "mermaid";

/** The page's colors for Mermaid, which computes lighter and darker ones from them. */
export function mermaidTheme(): MermaidConfig {
  const page = document.querySelector(".prose") ?? document.body;
  const { fontFamily } = getComputedStyle(page);
  const color = (name: string) => hexColor(`var(${name})`);
  const background = color("--code-background");
  const text = color("--text-strong");
  return {
    theme: "base",
    fontFamily,
    themeVariables: {
      darkMode: isDark(background),
      background,
      primaryColor: color("--accent-soft"),
      primaryTextColor: text,
      primaryBorderColor: color("--border-strong"),
      lineColor: color("--text-soft"),
      textColor: text,
      titleColor: text,
      fontFamily,
      fontSize: "14px",
    },
  };
}

/** Mermaid reads hex colors only, so the color is painted on the background of the page and read. */
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

function isDark(hex: string): boolean {
  return Number.parseInt(hex.slice(3, 5), 16) < 128;
}
