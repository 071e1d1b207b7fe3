/** How a reader wants a page: as it is, or as Markdown under one of two names. */
export type WantedForm = "page" | "markdown" | "text";

const forms: Readonly<Record<string, WantedForm>> = {
  "text/html": "page",
  "application/xhtml+xml": "page",
  "text/markdown": "markdown",
  "text/plain": "text",
  "text/*": "page",
  "*/*": "page",
};
const rangesMax = 20;

/** The form that an `Accept` header likes best; of two that it likes as much, the first. Without a word it is the page. */
export function wantedForm(accept: string | undefined): WantedForm {
  // Most readers are browsers, and every one of them names HTML first.
  if (accept === undefined || accept.startsWith("text/html,")) {
    return "page";
  }
  let wanted: WantedForm = "page";
  let best = 0;
  for (const range of accept.split(",", rangesMax)) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const form = Object.hasOwn(forms, type) ? forms[type] : undefined;
    const quality = qualityOf(parameters);
    if (form !== undefined && quality > best) {
      best = quality;
      wanted = form;
    }
  }
  return wanted;
}

function qualityOf(parameters: string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return Number.isNaN(quality) ? 0 : quality;
}
