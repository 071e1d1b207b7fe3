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

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold, in no form of writing.
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text in a document of XML, which a reader refuses as a whole for a single sign that may not stand there. */
export function escapeXml(text: string): string {
  return escapeAttribute(text.toWellFormed().replaceAll(notInXml, ""));
}
