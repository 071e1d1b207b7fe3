const written = /^(#[0-9a-f]{3}(?:[0-9a-f]{3})?(?:[0-9a-f]{2})?|(?:rgb|hsl)a?\([\d.,\s%/]{1,60}\))\s*/i;
/** Color names that authors use. Any other first word is treated as text. */
const names = new Set(
  `aqua aquamarine azure beige black blue brown coral crimson cyan fuchsia gold gray grey green indigo ivory khaki lavender
  lightblue lightcoral lightcyan lightgray lightgreen lightgrey lightpink lightsalmon lightskyblue lightyellow lime magenta
  maroon mintcream mistyrose navy olive orange orchid palegreen paleturquoise papayawhip peachpuff pink plum purple red salmon
  seagreen silver skyblue steelblue tan teal thistle tomato transparent turquoise violet wheat white yellow`.split(
    /\s+/,
  ),
);

/** Splits a leading color off a text. */
export function readColor(text: string): { color: string | undefined; rest: string } {
  const whole = written.exec(text);
  if (whole !== null) return { color: whole[1], rest: text.slice(whole[0].length).trim() };
  const word = /^[a-z]+(?=\s|$)/i.exec(text)?.[0] ?? "";
  if (!names.has(word.toLowerCase())) return { color: undefined, rest: text.trim() };
  const color = word.toLowerCase() === "transparent" ? undefined : word.toLowerCase();
  return { color, rest: text.slice(word.length).trim() };
}
