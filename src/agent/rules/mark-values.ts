/** A text or path in a prompt. */
export interface MarkedValue {
  text: string;
  isQuoted: boolean;
}

/** A prompt in which quoted texts and paths are replaced by marks, so that their words and dots aren't read. */
export interface MarkedPrompt {
  text: string;
  values: readonly MarkedValue[];
}

/** The marks that end a quotation, each one's own first. */
const quotes: Readonly<Record<string, string>> = {
  '"': '"”',
  "'": "'",
  "`": "`",
  "“": '”"',
  "”": "”",
  "‘": "’'",
  "‚": "‘’'",
  "«": "»",
  "»": "«",
  "„": '“”"',
  "‹": "›",
  "「": "」",
};
const quotedCharactersMax = 400;
const pathCharactersMax = 400;
const pathPattern =
  /^(?:https?:\/\/|[\p{L}\p{N}_.+-]+@)[^\s"'`<>()]*[\p{L}\p{N}/]|^(?:\.{0,2}\/)?[\p{L}\p{N}_.@-]+(?:\/[\p{L}\p{N}_.@-]*)+|^\/[\p{L}\p{N}_.@-]+|^[\p{L}\p{N}_.@-]+\.(?:mdx?|json|ya?ml)\b/u;

/** `w/o`, `and/or`, `24/7` */
const noPath = /^(?:w\/o?|n\/a|i\/o|and\/or|\d+\/\d+|(?:find|search)\/replace)(?![\p{L}\p{N}/.])/iu;

/** As in sed: `s/e-mail/email/g` */
const substitution = /(?<!\S)s\/([^/`\n]{1,100})\/([^/`\n]{1,100})\/[gi]{0,2}(?!\S)/g;

/** The character around the number of a value in a marked prompt. Prompts never contain it. */
const sign = "\uE000";
export const valueMark = /\uE000(\d+)\uE000/g;

export function markValues(prompt: string): MarkedPrompt {
  const values: MarkedValue[] = [];
  const clean = prompt.replaceAll(sign, " ").replaceAll(substitution, "replace `$1` with `$2`");
  let text = "";
  const mark = (value: MarkedValue) => {
    text += `${sign}${values.push(value) - 1}${sign}`;
  };
  for (let index = 0; index < clean.length; ) {
    const isStart = index === 0 || clean[index] === "「" || !/[\p{L}\p{N}]/u.test(clean[index - 1] ?? "");
    const quoted = isStart ? readQuoted(clean, index) : undefined;
    const [path] =
      isStart && quoted === undefined && !noPath.test(clean.slice(index, index + pathCharactersMax))
        ? (pathPattern.exec(clean.slice(index, index + pathCharactersMax)) ?? [])
        : [];
    if (quoted !== undefined) {
      mark({ text: quoted.text, isQuoted: true });
      index = quoted.end;
    } else if (path !== undefined) {
      const written = path.replace(/[.,;:]{1,3}$/, "");
      // The settings are what a task is about, not a value.
      if (written === "docs.json") text += "settings";
      else mark({ text: written, isQuoted: false });
      index += written.length;
    } else {
      text += clean[index];
      index += 1;
    }
  }
  return { text, values };
}

/** Without the beginning of a mark that was cut in half. */
export function wholeMarks(text: string): string {
  return text.split(sign).length % 2 === 1 ? text : text.slice(0, text.lastIndexOf(sign));
}

/**
 * A quotation starts after a space, so an apostrophe inside a word doesn't open one. Because people mix quotation marks,
 * it may end with another mark if its own doesn't follow.
 */
function readQuoted(prompt: string, start: number): { text: string; end: number } | undefined {
  for (const closing of quotes[prompt[start] ?? ""] ?? "") {
    for (let index = start + 1; index <= start + quotedCharactersMax && index < prompt.length; index += 1) {
      if (prompt[index] !== closing || (closing !== "」" && /[\p{L}\p{N}]/u.test(prompt[index + 1] ?? ""))) continue;
      const text = prompt.slice(start + 1, index).trim();
      return text === "" ? undefined : { text, end: index + 1 };
    }
  }
  return undefined;
}

/** The text as it was written, for messages. */
export function unmarkValues(text: string, values: readonly MarkedValue[]): string {
  return text.replaceAll(valueMark, (_, index) => {
    const value = values[Number(index)];
    return value?.isQuoted === true ? `"${value.text}"` : (value?.text ?? "");
  });
}

/** Whether the text looks like the path of a page or folder. */
export function isPath(text: string): boolean {
  return !/\s/.test(text) && (text.includes("/") || /\.mdx?$/.test(text)) && !text.includes("://");
}
