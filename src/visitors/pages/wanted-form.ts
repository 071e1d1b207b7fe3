/** The form in which a client wants a page: HTML, or Markdown under one of two types. */
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

/** The form that an `Accept` header prefers; between equals, the first one listed. */
export function wantedForm(accept: string | undefined): WantedForm {
  // Browsers always list HTML first.
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
