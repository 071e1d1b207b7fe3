/** A prop that is written in the block itself. */
export interface LookField {
  /** Its names. The first one that is set is shown, otherwise the first of all. */
  props: readonly [string, ...string[]];
  placeholder: string;
  /** Without a text, the field isn't shown. Its prop is then set under Settings. */
  isHiddenIfEmpty?: boolean;
  /** Whether it comes below the content. */
  isBelow?: boolean;
}

/** How a component looks in visual mode: as on the site, with its texts as fields. */
interface ComponentLook {
  /** The name of its class in components.css. */
  name: string;
  fields?: readonly LookField[];
  /** Where the build's rendering has the icon. */
  icon?: string;
  /** Whether only one of the children is shown, with a strip of the others. */
  hasStrip?: boolean;
  /** The component that its button adds, unless the catalog lists one. */
  adds?: string;
}

const title: LookField = { props: ["title"], placeholder: "Title" };
const titleIfSet: LookField = { ...title, isHiddenIfEmpty: true };
const description: LookField = { props: ["description"], placeholder: "Description", isHiddenIfEmpty: true };

const callout: ComponentLook = { name: "callout", fields: [titleIfSet], icon: ":scope > .icon" };
const columns = (adds: string): ComponentLook => ({ name: "columns", adds });
const fieldNames = ["path", "query", "body", "header", "cookie", "name"] as const;
const field: ComponentLook = {
  name: "field",
  fields: [
    { props: fieldNames, placeholder: "name" },
    { props: ["type"], placeholder: "type" },
  ],
};
const responseField: ComponentLook = {
  ...field,
  fields: [
    { props: ["name"], placeholder: "name" },
    { props: ["type"], placeholder: "type" },
  ],
};
const codeGroup: ComponentLook = { name: "code-group", hasStrip: true };

const looks: Readonly<Record<string, ComponentLook>> = {
  Note: callout,
  Info: callout,
  Tip: callout,
  Warning: callout,
  Check: callout,
  Danger: callout,
  Callout: callout,
  Card: {
    name: "card",
    fields: [title, description, { props: ["cta"], placeholder: "Link text", isHiddenIfEmpty: true, isBelow: true }],
    icon: ":scope > .card-icon > .icon",
  },
  Tile: { name: "card", fields: [title, description] },
  CardGroup: columns("Card"),
  Columns: columns("Column"),
  Column: { name: "column" },
  Steps: { name: "steps" },
  Step: { name: "step", fields: [title], icon: ":scope > .step-icon > .icon" },
  Tabs: { name: "tabs", hasStrip: true },
  Tab: { name: "tab" },
  AccordionGroup: { name: "accordion-group" },
  Accordion: { name: "accordion", fields: [title, description], icon: ":scope > summary > .accordion-icon > .icon" },
  Expandable: { name: "accordion", fields: [title] },
  Frame: { name: "frame", fields: [{ props: ["caption"], placeholder: "Add a caption", isBelow: true }] },
  ParamField: field,
  ResponseField: responseField,
  CodeGroup: codeGroup,
  RequestExample: codeGroup,
  ResponseExample: codeGroup,
  Update: { name: "update", fields: [{ props: ["label"], placeholder: "Date or version" }, description] },
  View: { name: "panel", fields: [title] },
  Panel: { name: "panel" },
};

export function findLook(name: string): ComponentLook | undefined {
  return Object.hasOwn(looks, name) ? looks[name] : undefined;
}
