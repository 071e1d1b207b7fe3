/** Creates an element, for the parts of the text that React doesn't render. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...children);
  return created;
}

export function button(className: string, onClick: () => void, ...children: string[]): HTMLButtonElement {
  const created = element("button", { type: "button", class: className }, ...children);
  created.addEventListener("click", onClick);
  return created;
}
