import type { article } from "../../../../translations/en.json";

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Translated text for this script. The page stores it on the form. */
export type TesterWords = typeof article;

/** Replaces the placeholders in braces. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The address of the chosen server, with its variables filled in. */
export function chosenServerAddress(form: HTMLFormElement): string {
  const server = chosenServer(form);
  let address = server;
  for (const box of form.querySelectorAll<HTMLElement>("[data-variable-of]")) {
    const variable = box.querySelector<Field>("[data-variable]");
    if (variable && box.dataset.variableOf === server) {
      address = address.replaceAll(`{${variable.dataset.variable}}`, () => variable.value);
    }
  }
  return address.replace(/(?<!\/)\/+$/, "");
}

export function chosenServer(form: HTMLFormElement): string {
  return form.querySelector<Field>("[data-server]")?.value ?? "";
}
