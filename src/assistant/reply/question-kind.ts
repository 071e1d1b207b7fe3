import { listed } from "../../search/language.ts";

/** The kind of a question, which says where on a page its answer usually is. */
export type QuestionKind = "whatis" | "install" | "howto" | "value" | "yesno" | "error" | "code" | "compare";

/** The order matters: "what is the default port" asks for a value, although it also begins like "what is a port". */
const patterns: readonly [QuestionKind, RegExp][] = [
  [
    "compare",
    /\bvs\b|\bversus\b|\bdiffer(?:s|ences?|ent)\b|\bcompared?\b|\bcomparison\b|^(?:should i|which(?: one)?|do i|is it better)\b.* or |\bunterschied|\bdiff[ée]rence|\bdiferencia|\bdiferença|\bdifferenza|違い|区别|區別|차이/,
  ],
  [
    "code",
    /\b(?<!error |status |exit )(?:code|snippet|sample|script tag|mdx|yaml|json|curl|config) (?:for|to|with|how|of|that|look)|^(?:show me|give me)\b|\bexamples?\b|\bsnippet\b|^(?:(?!error|status|exit)\w+ )?code\b|\bin code\b|look like\?*$|\bbeispiel|\bexemple|\bejemplo|\bexemplo|\besempio|サンプル|示例|예제/,
  ],
  [
    "value",
    /\b(?:defaults?|max(?:imum)?|min(?:imum)?|limits?|ttl|quota)\b|^how (?:long|many|much|big|large|often|old|fast)\b|^(?:which|what) (?:port|url|path|size|version|versions|status|code|http|header|scopes?|env|environment|command|flag|option|setting)\b|\b(?:error|status|exit) code\b|^(?:below|above|under|at) (?:what|which)\b|\bper (?:second|minute|hour|day|month)\b|standardm|\bpar d[ée]faut|\bpor defecto|predeterminad|\bpadrão|デフォルト|既定|默认|預設|기본|wie (?:viele?|lange|groß)|cu[áa]nt[oa]s?|combien|quant[oia]s?\b|多少|いくつ/,
  ],
  [
    "yesno",
    /^(?:can|does|do|is|are|will|should|has|have|may|could|must|did|am|kann|ist|gibt es|puedo|est-ce que|posso)\b/,
  ],
  [
    "install",
    /\binstall(?:ing|ation)?\b|\bquick ?start\b|\bget(?:ting)? started\b|\binstallier|\binstalar|\binstallare|インストール|安装|安裝|설치/,
  ],
  [
    "whatis",
    /^(?:what(?:['’]?s| is| are)|who is|explain|define|tell me about|describe)\b|^what does .* (?:mean|do)[?!.]*$|\boverview\b|^was (?:ist|sind)\b|^qu['’]est-ce|^qu[ée] es\b|^o que é|^che cos|^cos['’]è|とは|是什么|是什麼|什么是|무엇/,
  ],
];

const namedError =
  /\w(?:Error|Exception)\b|ERR(?:OR)?_[A-Z]|\bE(?:ACCES|ADDRINUSE|CONN[A-Z]+|EXIST|INVAL|MFILE|NOENT|NOSPC|PERM|PIPE|TIMEDOUT)\b/;
const reportedError =
  /\berr(?:or)?:|\bexception\b|\btraceback\b|\bfail(?:s|ed)? (?:to|with)\b|\bcannot (?:find|read|resolve|import|connect)|\bnot linked\b|\bexpected an? |\b[a-z]+_not_[a-z]+|\b[45]\d\d (?:error|bad|unauthorized|forbidden|upstream|internal|not found)\b|\bdoes(?:n['’]?t| not) work\b|\berror\b/;
const asksAboutErrors = /\b(?:error|status|exit) codes?\b|\berror (?:handling|handlers?|pages?)\b/;
const opensQuestion = /^(?:how|what|which|where|can|does|do|is|are)\b/;
const definitionWordsMax = 9;

/** Reads the kind from how a question is phrased. */
export function questionKind(question: string): QuestionKind {
  const text = question.trim().toLowerCase();
  if (namedError.test(question)) return "error";
  if (reportedError.test(text) && !asksAboutErrors.test(text) && !opensQuestion.test(text)) return "error";
  if (sidesOf(question) !== undefined && /\bor\b/.test(text) && text.split(/\s+/).length <= alternativesWordsMax) {
    return "compare";
  }
  const kind = patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? "howto";
  // A longer question that begins with "what is" usually asks for a detail.
  return kind === "whatis" && text.split(/\s+/).length > definitionWordsMax ? "howto" : kind;
}

const phrasing =
  listed(`whats what's hows how's wheres dont don't doesnt doesn't cant can't isnt isn't im i'm ive i've id pls please
someone anyone exactly basically hi hello hey thanks thank`);
const phrasingOf: Partial<Record<QuestionKind, ReadonlySet<string>>> = {
  code: listed("show give code example examples sample snippet look"),
  compare: listed(
    "vs versus difference differences between compare compared comparison which one wins better should take choose or",
  ),
};
const aroundWord = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

/** The question without words that only phrase it, unless nothing else is left. */
export function tellingPart(question: string, kind: QuestionKind): string {
  const words = question.split(/\s+/).filter((word) => {
    const plain = word.toLowerCase().replaceAll("’", "'").replaceAll(aroundWord, "");
    return !phrasing.has(plain) && !phrasingOf[kind]?.has(plain);
  });
  const telling = words.join(" ");
  return /[\p{L}\p{N}]{2}/u.test(telling) ? telling : question;
}

const alternativesWordsMax = 6;
const sideWordsMax = 6;
const leadingWords = listed(
  "what what's whats is are the a an should i use take which one better do does between difference of",
);
const trailingWords = listed("difference differences which one wins better hook hooks should i use take choose");

/** The two things that a question compares. */
export function sidesOf(question: string): readonly [string, string] | undefined {
  const [clause = ""] = question.replaceAll(/[?!]/g, " ").split(/[,;:]/, 1);
  const words = clause.trim().split(/\s+/);
  const lower = words.map((word) => word.toLowerCase().replaceAll(".", ""));
  const between = lower.indexOf("between");
  const at = lower.findIndex((word) => word === "vs" || word === "versus");
  const middle = at > 0 ? at : between >= 0 ? lower.indexOf("and", between) : lower.indexOf("or");
  if (middle <= 0) return undefined;
  const first = trim(words.slice(Math.max(0, between + 1), middle), leadingWords, new Set());
  const second = trim(words.slice(middle + 1), new Set(), trailingWords);
  const isNamed = [first, second].every(({ length }) => length > 0 && length <= sideWordsMax);
  return isNamed ? [first.join(" "), second.join(" ")] : undefined;
}

function trim(words: readonly string[], before: ReadonlySet<string>, after: ReadonlySet<string>): readonly string[] {
  let start = 0;
  let end = words.length;
  while (start < end && before.has((words[start] ?? "").toLowerCase())) start += 1;
  while (end > start && after.has((words[end - 1] ?? "").toLowerCase())) end -= 1;
  return words.slice(start, end);
}
