const textPattern = /[&<>]/;
const attributePattern = /[&<>"']/;

/** Text between tags. Most strings need nothing, and a test is cheaper than a replacement. */
export function escapeText(text: string): string {
  if (!textPattern.test(text)) return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Text inside a quoted attribute; also fit for text between tags. */
export function escapeAttribute(text: string): string {
  if (!attributePattern.test(text)) return text;
  return escapeText(text).replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}
