/** The built-in components, for code that must not load them. A test compares this list with the components. */
export const componentNames: ReadonlySet<string> = new Set(
  `Note Info Tip Warning Check Danger Callout Card CardGroup Columns Column Tile Steps Step Tabs Tab Accordion
  AccordionGroup Expandable CodeGroup RequestExample ResponseExample CodeBlock ParamField ResponseField Frame GitHub.Repo
  Link Image Img Video Icon Badge Tooltip Latex Update Tree FileTree Tree.Folder Tree.File Color Color.Row Color.Item View
  Visibility Panel Prompt Snippet`.split(/\s+/),
);
