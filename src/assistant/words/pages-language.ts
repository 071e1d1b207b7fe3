import type { Vocabulary } from "./vocabulary.ts";

/** Words that nearly every page of a language has, as the index stores them: Chinese, Japanese and Korean in pairs. */
const commonWords: Readonly<Record<string, readonly string[]>> = {
  ar: ["في", "من", "على", "إلى", "هذا"],
  de: ["der", "die", "und", "nicht", "mit"],
  es: ["los", "para", "con", "una", "las"],
  fr: ["les", "pour", "dans", "avec", "une"],
  it: ["il", "per", "che", "della", "una"],
  ja: ["ます", "する", "です", "こと", "して"],
  ko: ["니다", "습니", "합니", "하는", "있습"],
  nl: ["het", "een", "van", "voor", "niet"],
  pl: ["nie", "jest", "lub", "się", "dla"],
  pt: ["para", "uma", "com", "não", "você"],
  ru: ["для", "не", "или", "это", "на"],
  tr: ["bir", "için", "bu", "ile", "veya"],
  zh: ["可以", "使用", "如果", "一个", "我们"],
  "zh-tw": ["可以", "使用", "如果", "一個", "我們"],
};
const commonShareMin = 0.02;
const commonMin = 3;

/** Whether the searched pages are in this language. */
export function isPagesLanguage(vocabulary: Vocabulary, language: string, wanted: unknown): boolean {
  const declared =
    wanted === undefined ? vocabulary.languages : [wanted].flat().map((tag) => String(tag).toLowerCase());
  if (declared.length > 0) return declared.some((tag) => base(tag) === base(language));
  if (language === "en") return !Object.keys(commonWords).some((other) => isWritten(vocabulary, other));
  return isWritten(vocabulary, language);
}

/** `pt-br` is Portuguese. The two ways to write Chinese count as one: readers of either understand the other. */
function base(tag: string): string {
  return tag.split(/[-_]/, 1)[0] ?? tag;
}

function isWritten(vocabulary: Vocabulary, language: string): boolean {
  const common = commonWords[language] ?? [];
  return common.filter((word) => vocabulary.shareOf(word) >= commonShareMin).length >= commonMin;
}
