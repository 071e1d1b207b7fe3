const verbs =
  "author|categor|central|custom|final|general|initial|local|maxim|memor|minim|modern|normal|optim|organ|parametr|personal|priorit|random|recogn|sanit|serial|special|standard|summar|synchron|token|util|virtual|visual";

/** What British writers spell otherwise, each in the words that documentation has. */
const differences: readonly [british: RegExp, american: string][] = [
  [/^(behavi|col|fav|flav|hon|lab|neighb)our/, "$1or"],
  [/^([a-z]{3,})isation/, "$1ization"],
  [new RegExp(`^(${verbs})is(?=e|ing)`), "$1iz"],
  [/^(anal|paral)ys(?=e$|ed|er|ing)/, "$1yz"],
  [/^(cancel|channel|label|level|marshal|model|signal|total|travel|tunnel)l(?=ed|er|ing)/, "$1"],
  [/^centre(?=s?$)/, "center"],
  [/^(catal|dial)ogue/, "$1og"],
  [/^licence/, "license"],
];

/** The word as Americans write it, so that both find each other's pages. */
export function americanSpelling(word: string): string {
  for (const [british, american] of differences) {
    if (british.test(word)) return word.replace(british, american);
  }
  return word;
}
