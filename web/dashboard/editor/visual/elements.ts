/** Creates an element with attributes, for the parts of the text that React doesn't render. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  return created;
}

export function button(attributes: Readonly<Record<string, string>>): HTMLButtonElement {
  return element("button", { type: "button", ...attributes });
}
