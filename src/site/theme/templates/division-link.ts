import type { Division } from "../../source/navigation/navigation-tree.ts";
import { divisionUrl, type FrameContext } from "./frame-context.ts";
import { htmlLanguage, languageName } from "./html-language.ts";
import type { FrameLink } from "./site-frame.ts";

/** A tab, version, language … as a link; none when there is nothing in it that a reader may see. */
export function divisionLink(
  division: Division,
  trail: readonly Division[],
  context: FrameContext,
): FrameLink | undefined {
  const href = divisionUrl(division, context);
  if (href === undefined) return undefined;
  const { label, tag, description, icon, color } = division;
  const link: FrameLink = { label, href, tag, description, icon: context.icons.iconFor(icon, color) };
  if (trail.includes(division)) link.current = true;
  if (division.kind !== "language") return link;
  return { ...link, label: languageName(label), language: htmlLanguage(label).language };
}
