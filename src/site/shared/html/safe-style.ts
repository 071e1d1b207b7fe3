const properties: ReadonlySet<string> = new Set(
  `align-items align-self aspect-ratio background background-color border border-bottom border-bottom-width border-collapse
  border-color border-left border-radius border-right border-right-style border-right-width border-style border-top
  border-top-width border-width bottom box-shadow box-sizing color column-gap
  display flex flex-basis flex-direction flex-grow flex-shrink flex-wrap float font-family font-size font-style font-weight
  gap grid-column grid-gap grid-row grid-template-columns grid-template-rows height justify-content justify-items
  justify-self left letter-spacing line-height list-style list-style-type margin margin-bottom margin-left margin-right
  margin-top max-height max-width min-height min-width object-fit object-position opacity overflow overflow-wrap overflow-x
  overflow-y padding padding-bottom padding-left padding-right padding-top right row-gap text-align text-decoration
  text-indent text-overflow text-transform top transform transition vertical-align visibility white-space width word-break
  word-spacing word-wrap writing-mode fill stroke stroke-width --hue --reserved`.split(/\s+/),
);
const unitless: ReadonlySet<string> = new Set(
  "aspect-ratio flex flex-grow flex-shrink font-weight grid-column grid-row line-height opacity".split(" "),
);
const maskProperties: ReadonlySet<string> = new Set(["mask", "mask-image", "-webkit-mask", "-webkit-mask-image"]);
/** Excludes url(), escapes, braces and comments, so that a value can't load anything or end its declaration. */
const safeValue = /^[\w\s#%.,()+*/'"-]*$/;
const dangerousValue = /url\s*\(|expression\s*\(|image-set|\/\*|\*\//i;
const declarationsMax = 40;
const valueLengthMax = 400;

/** `"color: red; position: fixed"` → `"color:red"`. Properties that aren't listed are dropped. */
export function safeStyleText(style: string): string {
  return style
    .split(";", declarationsMax)
    .map((declaration) => {
      const colon = declaration.indexOf(":");
      return colon < 0 ? "" : safeDeclaration(declaration.slice(0, colon), declaration.slice(colon + 1));
    })
    .filter((declaration) => declaration !== "")
    .join(";");
}

/** `{ fontSize: 12 }`, as written in JSX, → `"font-size:12px"`. */
export function styleObjectText(style: Record<string, unknown>): string {
  return Object.entries(style)
    .slice(0, declarationsMax)
    .filter(([, value]) => typeof value === "string" || typeof value === "number")
    .map(([name, value]) => {
      const property = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const needsUnit = typeof value === "number" && value !== 0 && !unitless.has(property);
      return `${property}:${value}${needsUnit ? "px" : ""}`;
    })
    .join(";");
}

function safeDeclaration(name: string, value: string): string {
  const property = name.trim().toLowerCase();
  const text = value.trim();
  // Mask images are never loaded. Without its mask, the element would be a solid block of color, so it is hidden.
  if (maskProperties.has(property) && /url\s*\(/i.test(text)) return "mask-image:linear-gradient(#0000,#0000)";
  // Fixed and sticky elements could cover the site's frame. Absolute elements stay inside the article.
  const isAllowed = properties.has(property) || (property === "position" && /^(?:relative|absolute)$/.test(text));
  if (!isAllowed || text.length > valueLengthMax) return "";
  if (!safeValue.test(text) || dangerousValue.test(text)) return "";
  return `${property}:${text}`;
}
