import type { Rule } from "./rule.ts";
import { fixLinks } from "./tasks/fix-links.ts";
import { trimSpaces } from "./tasks/trim-spaces.ts";

/** In the order in which a clause is read: the first rule that knows all of its words takes it. */
export const rules: readonly Rule[] = [fixLinks, trimSpaces];
