const token =
  /```[\s\S]*?\n```|`[^`\n]+`|\\(?<sign>[!-/:-@[-`{-~])|&(?<entity>lt|gt|amp);|\*\*|\[(?<label>(?:\\.|[^\]\\\n])*)\]\((?<url>[^)\s]*)\)|[^\\&*[`]+|[\s\S]/y;
/** What may still become one of the above when more of the text has come. */
const beginning = /^(?:```[\s\S]*|``|`[^`\n]*|\\|&\w{0,3}|\*|\[(?:\\.|[^\]\\\n])*(?:\\|\](?:\([^)\s]*)?)?)$/;
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&" };

interface TerminalText {
  /** What can be shown now of all that has come. */
  add(piece: string): string;
  /** What was held back. */
  end(): string;
}

/** The Markdown of an answer as it comes, for somebody who reads it in a terminal: no escapes, and `[1]` for a citation. */
export function createTerminalText(): TerminalText {
  let held = "";
  const take = (isWhole: boolean) => {
    let shown = "";
    token.lastIndex = 0;
    while (token.lastIndex < held.length) {
      const start = token.lastIndex;
      const match = token.exec(held);
      if (match === null || (!isWhole && match[0].length === 1 && beginning.test(held.slice(start)))) {
        held = held.slice(start);
        return shown;
      }
      shown += plain(match);
    }
    held = "";
    return shown;
  };
  return {
    add(piece) {
      held += piece;
      return take(false);
    },
    end: () => take(true),
  };
}

function plain({ 0: whole, groups: { sign, entity, label, url } = {} }: RegExpExecArray): string {
  if (whole === "**") return "";
  if (sign !== undefined) return sign;
  if (entity !== undefined) return entities[entity] ?? whole;
  if (label === undefined) return whole;
  const words = label.replaceAll(/\\(.)/g, "$1");
  return /^\[\d+\]$/.test(words) ? words : `${words} (${url})`;
}
