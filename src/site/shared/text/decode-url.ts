/** Decodes percent escapes. Text with invalid escapes is returned unchanged. */
export function decodeUrl(text: string): string {
  return tryDecodeUrl(text) ?? text;
}

/** Undefined if an escape is invalid. */
export function tryDecodeUrl(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
