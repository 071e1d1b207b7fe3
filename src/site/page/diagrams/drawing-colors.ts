import { namedColors } from "../../ground/named-colors.ts";

const written = /^(#[0-9a-f]{3}(?:[0-9a-f]{3})?(?:[0-9a-f]{2})?|(?:rgb|hsl)a?\([\d.,\s%/]{1,60}\))\s*/i;

/** Splits a leading color off a text. A first word that isn't the name of a color is text. */
export function readColor(text: string): { color: string | undefined; rest: string } {
  const whole = written.exec(text);
  if (whole !== null) return { color: whole[1], rest: text.slice(whole[0].length).trim() };
  const word = /^[a-z]+(?=\s|$)/i.exec(text)?.[0] ?? "";
  const name = word.toLowerCase();
  if (name !== "transparent" && !namedColors.has(name)) return { color: undefined, rest: text.trim() };
  return { color: name === "transparent" ? undefined : name, rest: text.slice(word.length).trim() };
}
