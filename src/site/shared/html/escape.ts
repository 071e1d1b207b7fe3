const textPattern = /[&<>]/;
const attributePattern = /[&<>"']/;

/** Escapes text between tags. Most strings need no escaping, and testing is cheaper than replacing. */
export function escapeText(text: string): string {
  if (!textPattern.test(text)) return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Escapes text inside a quoted attribute; also works between tags. */
export function escapeAttribute(text: string): string {
  if (!attributePattern.test(text)) return text;
  return escapeText(text).replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't contain these characters, not even escaped.
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text in an XML document, where a single invalid character would invalidate the whole file. */
export function escapeXml(text: string): string {
  return escapeAttribute(text.toWellFormed().replaceAll(notInXml, ""));
}
