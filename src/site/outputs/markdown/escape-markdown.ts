const mayMean = /[\\`*_[\]<&~]/;
const letter = /[\p{L}\p{N}]/u;

/**
 * Text as Markdown shows it. Machines read this more than browsers do, so only signs that would be taken for markup get
 * a backslash: `snake_case`, `2 * 3` and `a < b` stay as they are.
 */
export function escapeMarkdown(text: string): string {
  return withBackslashes(text, needsBackslash);
}

/** Between the brackets of a link, any other bracket could end it. */
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

/** A paragraph that happens to begin like a heading, a list or a quotation must not become one. */
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
      // What follows makes a link of the brackets.
      return /[([:]/.test(after);
    case "<":
      return !/[\s=-]/.test(after) && !/^<\d+(?:[^\w@]|$)/.test(text.slice(index, index + 20));
    case "&":
      return /^&#?\w{1,31};/.test(text.slice(index, index + 34));
    case "~":
      // It needs a second one that follows a word to strike anything out.
      return !/^\s?$/.test(before) || !/[\w/]/.test(after);
    default:
      return false;
  }
}
