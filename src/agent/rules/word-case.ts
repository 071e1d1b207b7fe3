/**
 * Applies the case of the found text to `to`: uppercase, lowercase, capitalized or title case. Undefined for any other case.
 */
export function keepCase(found: string, from: string, to: string): string | undefined {
  if (found === from) return to;
  if (found === found.toLowerCase()) return to.toLowerCase();
  if (found === found.toUpperCase()) return to.toUpperCase();
  if (found === capitalize(from) || found === capitalize(found.toLowerCase())) return capitalize(to);
  const isTitle = found.split(/\s+/).every((word) => word === capitalize(word));
  return isTitle ? to.replaceAll(/(?<=^|\s)\S/g, (sign) => sign.toUpperCase()) : undefined;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
