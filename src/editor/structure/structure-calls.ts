import { editFrontmatter } from "./edit-frontmatter.ts";

/** Work on the pages and settings of drafts, as calls of the text processes. */
export const structureCalls = {
  editFrontmatter: ({ text, key, value }: { text: string; key: string; value: string | number | boolean | null }) =>
    editFrontmatter(text, key, value),
};
