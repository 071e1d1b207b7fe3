import { createElement } from "preact/compat";

/** Calls functions for the events of an element that stays as the build rendered it. */
export function addHandlers(element: HTMLElement, names: string[], functions: unknown[]): void {
  const handlers = Object.fromEntries(names.map((name, index) => [name, functions[index]]));
  // Preact knows the events that React has other names for: onChange of a text field is its input event.
  const { props } = createElement(element.localName, { type: element.getAttribute("type"), ...handlers });
  for (const [name, handler] of Object.entries(props)) {
    if (typeof handler !== "function") continue;
    const [, event = "", capture] = /^on(.+?)(capture)?$/i.exec(name) ?? [];
    element.addEventListener(event.toLowerCase(), (happened) => handler(happened), capture !== undefined);
  }
}
