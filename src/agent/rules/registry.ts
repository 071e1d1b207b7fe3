import type { Rule } from "./rule.ts";
import { addOrphans } from "./tasks/add-orphans.ts";
import { fillDescriptions } from "./tasks/fill-descriptions.ts";
import { fixAnchors } from "./tasks/fix-anchors.ts";
import { fixHeadings } from "./tasks/fix-headings.ts";
import { fixLinks } from "./tasks/fix-links.ts";
import { fixSpelling } from "./tasks/fix-spelling.ts";
import { labelFences } from "./tasks/label-fences.ts";
import { movePage } from "./tasks/move-page.ts";
import { renameTerm } from "./tasks/rename-term.ts";
import { replaceText } from "./tasks/replace-text.ts";
import { trimSpaces } from "./tasks/trim-spaces.ts";
import { updateCopyright } from "./tasks/update-copyright.ts";

/** A clause goes to the first rule that knows all its words. */
export const rules: readonly Rule[] = [
  fixAnchors,
  fixLinks,
  movePage,
  renameTerm,
  replaceText,
  addOrphans,
  fillDescriptions,
  labelFences,
  fixHeadings,
  fixSpelling,
  updateCopyright,
  trimSpaces,
];
