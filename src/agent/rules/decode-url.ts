/** A part of an address with its signs decoded; one that is written wrongly stays as it is. */
export function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
