/** Plain Markdown, or Markdown with components and expressions. */
export type PageFormat = "md" | "mdx";
