/**
 * Writes `to` as the found words are written: in capitals, in small letters, or with a capital first. Undefined when the
 * words are written in a way of their own.
 */
export function keepCase(found: string, from: string, to: string): string | undefined {
  if (found === from) return to;
  if (found === found.toLowerCase()) return to.toLowerCase();
  if (found === found.toUpperCase()) return to.toUpperCase();
  if (found === capitalise(from) || found === capitalise(found.toLowerCase())) return capitalise(to);
  const isTitle = found.split(/\s+/).every((word) => word === capitalise(word));
  return isTitle ? to.replaceAll(/(?<=^|\s)\S/g, (sign) => sign.toUpperCase()) : undefined;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
