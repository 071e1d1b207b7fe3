import { escapeAttribute } from "./escape.ts";

/** Markup written by Lectern's own code. Everything else is escaped when it enters a template. */
export class SafeHtml {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type TemplateValue = string | number | SafeHtml | undefined | false | TemplateValue[];

/**
 * ``html`<a href="${url}">${label}</a>` `` escapes values but not nested templates. Undefined and false print nothing.
 */
export function html(strings: TemplateStringsArray, ...values: TemplateValue[]): SafeHtml {
  let markup = strings[0] ?? "";
  for (let index = 0; index < values.length; index += 1) {
    markup += printValue(values[index]) + (strings[index + 1] ?? "");
  }
  return new SafeHtml(markup);
}

/** Only for HTML that went through the sanitizer. */
export function sanitizedHtml(markup: string): SafeHtml {
  return new SafeHtml(markup);
}

/** Only for HTML that one of Lectern's templates printed earlier. */
export function ownHtml(markup: string): SafeHtml {
  return new SafeHtml(markup);
}

function printValue(value: TemplateValue): string {
  if (value === undefined || value === false) return "";
  if (value instanceof SafeHtml) return value.markup;
  if (Array.isArray(value)) return value.map(printValue).join("");
  return escapeAttribute(String(value));
}
