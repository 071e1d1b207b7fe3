const token =
  /```[\s\S]*?\n```|`[^`\n]+`|\\(?<sign>[!-/:-@[-`{-~])|&(?<entity>lt|gt|amp);|\*\*|\[(?<label>(?:\\.|[^\]\\\n])*)\]\((?<url>[^)\s]*)\)|[^\\&*[`]+|[\s\S]/y;
/** Text that may become one of the tokens above once more has arrived. */
const beginning = /^(?:```[\s\S]*|``|`[^`\n]*|\\|&\w{0,3}|\*|\[(?:\\.|[^\]\\\n])*(?:\\|\](?:\([^)\s]*)?)?)$/;
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&" };

interface TerminalText {
  /** Returns the text that can be shown now. */
  add(piece: string): string;
  /** Returns the text that was held back. */
  end(): string;
}

/** Converts streamed Markdown for the terminal: no escapes, and `[1]` for a citation. */
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
  const text = label.replaceAll(/\\(.)/g, "$1");
  return /^\[\d+\]$/.test(text) ? text : `${text} (${url})`;
}
