import type { OutsideContent } from "./child/outside-content.ts";

const shownMax = 30;

/** Names what a change brings in from outside, so that reviewers look at it. Undefined if it brings in nothing. */
export function describeOutside({ hosts, images, scripts }: OutsideContent): string | undefined {
  const rows = [
    ["New hosts", hosts],
    ["New images", images],
    ["New scripts and imports", scripts],
  ] as const;
  const shown = rows.filter(([, names]) => names.length > 0).map(([title, names]) => `- ${title}: ${listNames(names)}`);
  return shown.length === 0 ? undefined : `## Look at these first\n\n${shown.join("\n")}`;
}

/** As code, so that nothing here becomes a link, an image or a mention. */
function listNames(names: readonly string[]): string {
  const shown = names.slice(0, shownMax).map((name) => `\`${name.replace(/[`\s]+/g, " ").slice(0, 200)}\``);
  return [...shown, ...(names.length > shownMax ? [`and ${names.length - shownMax} more`] : [])].join(", ");
}
