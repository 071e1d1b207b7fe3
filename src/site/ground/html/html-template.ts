import { escapeAttribute } from "./escape.ts";

/** Markup that our own code wrote. Everything else is escaped when it enters a template. */
export class SafeHtml {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type TemplateValue = string | number | SafeHtml | undefined | false | TemplateValue[];

/** ``html`<a href="${url}">${label}</a>` ``: values are escaped, nested templates are not, and nothing prints nothing. */
export function html(strings: TemplateStringsArray, ...values: TemplateValue[]): SafeHtml {
  let markup = strings[0] ?? "";
  for (let index = 0; index < values.length; index += 1) {
    markup += printValue(values[index]) + (strings[index + 1] ?? "");
  }
  return new SafeHtml(markup);
}

/** For HTML that the sanitizer has passed and for nothing else. */
export function sanitizedHtml(markup: string): SafeHtml {
  return new SafeHtml(markup);
}

/** For HTML that a template of ours has printed and that was kept since. */
export function ownHtml(markup: string): SafeHtml {
  return new SafeHtml(markup);
}

function printValue(value: TemplateValue): string {
  if (value === undefined || value === false) return "";
  if (value instanceof SafeHtml) return value.markup;
  if (Array.isArray(value)) return value.map(printValue).join("");
  return escapeAttribute(String(value));
}
