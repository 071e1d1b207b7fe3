/** Control characters, and characters that change the direction of text: with them, a name can look like another. */
const hiddenCharacters = "\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";
export const namePattern = `^(?=.*\\S)[^${hiddenCharacters}]*$`;
export const nameRule =
  "must not be blank, and must not contain control characters or characters that change the text direction";

export function isName(text: string): boolean {
  return new RegExp(namePattern).test(text);
}

/** For names that come from elsewhere and can't be refused. */
export function withoutHiddenCharacters(text: string): string {
  return text.replaceAll(new RegExp(`[${hiddenCharacters}]`, "g"), "");
}
