/** Black or white, whichever is readable on this color. The browser parses any color syntax. */
export function readableOn(color: string): "#000" | "#fff" {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d");
  if (context === null) return "#fff";
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map(linear);
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // The luminance with equal contrast to both.
  return light > 0.179 ? "#000" : "#fff";
}

function linear(byte: number): number {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
