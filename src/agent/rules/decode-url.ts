/** Decodes percent escapes; invalid ones stay as they are. */
export function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
