const mayMean = /[\\`*_[\]<&~]/;
const letter = /[\p{L}\p{N}]/u;

/**
 * Escapes text for Markdown. Only characters that would be parsed as markup get a backslash, so that programs can read
 * the text easily: `snake_case`, `2 * 3` and `a < b` stay unchanged.
 */
export function escapeMarkdown(text: string): string {
  return withBackslashes(text, needsBackslash);
}

/** Inside the brackets of a link, every bracket must be escaped, because it could end the link. */
export function escapeLinkText(text: string): string {
  return withBackslashes(text, (sign, ...place) => sign === "[" || sign === "]" || needsBackslash(sign, ...place));
}

function withBackslashes(text: string, needs: typeof needsBackslash): string {
  if (!mayMean.test(text)) return text;
  let escaped = "";
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charAt(index);
    escaped += needs(sign, text, index) ? `\\${sign}` : sign;
  }
  return escaped;
}

const blockStart = /^(?:(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|(?:-{3,}|={2,})\s*$|~{3,})|(\d{1,9})([.)])(?=\s|$))/;

/** Escapes a paragraph that starts like a heading, list or quote, so that it stays a paragraph. */
export function escapeLineStart(line: string): string {
  return line.replace(blockStart, (_, sign: string | undefined, number: string | undefined, dot: string | undefined) =>
    sign === undefined ? `${number}\\${dot}` : `\\${sign}`,
  );
}

function needsBackslash(sign: string, text: string, index: number): boolean {
  const before = text.charAt(index - 1);
  const after = text.charAt(index + 1);
  switch (sign) {
    case "\\":
      return !letter.test(after);
    case "`":
      return true;
    case "*":
      return !(before === " " && after === " ");
    case "_":
      return !(letter.test(before) && letter.test(after)) && !(before === " " && after === " ");
    case "[":
      return after === "^";
    case "]":
      // Brackets only form a link together with the text after them.
      return /[([:]/.test(after);
    case "<":
      return !/[\s=-]/.test(after) && !/^<\d+(?:[^\w@]|$)/.test(text.slice(index, index + 20));
    case "&":
      return /^&#?\w{1,31};/.test(text.slice(index, index + 34));
    case "~":
      // A tilde at the start of a word, as in `~5`, can only open a strikethrough. Closing tildes are escaped.
      return !/^\s?$/.test(before) || !/[\w/]/.test(after);
    default:
      return false;
  }
}
