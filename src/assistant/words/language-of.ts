import { framingWords, functionWords, stopWords } from "../../search/language.ts";
import { type DictionaryLanguage, openDictionary } from "./dictionary.ts";
import { type FoldedWord, foldedWords } from "./folded-words.ts";

/**
 * Scripts that a single language of the interface is written in. Kana come first: Japanese uses Chinese characters,
 * too.
 */
const scripts: readonly [language: DictionaryLanguage, characters: RegExp][] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["ru", /\p{Script=Cyrillic}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["zh", /\p{Script=Han}/gu],
];
const scriptCharactersMin = 2;
/** Characters that only Traditional Chinese uses, all common in questions about software. */
const traditional =
  /[個這們為與說時會對應該麼嗎樣裡檔設網頁資庫錯誤備遠連線請問讓過後發佈啟動開關變數選項權帳號碼處擊載刪鑰複製內雲組織標題體訊態參檢測試驗證據儲專範憑傳轉結圖顏顯隱編輯規則輸電郵單層級擴導覽戶務環準簡認讀寫價費無還]/u;
/** Letters that only one of the languages has. They are looked up before folding, which removes them. */
const telltaleLetters: readonly [language: string, letters: RegExp][] = [
  ["de", /[ßäöü]/iu],
  ["es", /[ñ¿¡]/iu],
  ["fr", /[èêëîïœùû]/iu],
  ["pt", /[ãõ]/iu],
  ["it", /[ìò]/iu],
  ["pl", /[łżźśćńęą]/iu],
  ["tr", /[ğşıİ]/u],
];
/** Code doesn't count as text in any language. */
const codeSpan = /`[^`]*`/g;
const code = /[_/\\=(){}<>@$]|\w[.:]\w|[a-z][A-Z]|^[A-Z][A-Z\d]/;
const latinLanguages = ["de", "es", "fr", "it", "nl", "pl", "pt", "tr"] as const;
const functionWordsMin = 2;
/** The minimum score for a language: one term plus one function word that also exists in English. */
const dictionaryWordsMin = 1.4;
const exactCharactersMin = 4;
/** Function words of other languages that also exist in English: "comment on a pull request". */
const alsoEnglish: ReadonlySet<string> = new Set(
  "bin come comment con den des die door due era fare fort hat her land man men met mine more no non once over pas per plus pour quit sale sans see si so sole son sur tape te ten tie todo tot tout van via war wo".split(
    " ",
  ),
);
const sharedShare = 0.4;

/** The language of a question, by default English. Undefined if none of its words belongs to a known language. */
export function languageOf(text: string): string | undefined {
  const prose = text.slice(0, charactersMax).replaceAll(codeSpan, " ").split(/\s+/);
  const words = foldedWords(prose.filter((word) => !code.test(word)).join(" "));
  const english = countOf(words, isEnglish);
  const script = scripts.find(([, characters]) => countIn(text, characters) >= scriptCharactersMin)?.[0];
  if (script !== undefined && english < functionWordsMin)
    return script === "zh" && traditional.test(text) ? "zh-tw" : script;
  return latinLanguage(text, words, english) ?? (english > 0 ? "en" : undefined);
}

const charactersMax = 2_000;

function latinLanguage(text: string, words: readonly FoldedWord[], english: number): string | undefined {
  const scores = latinLanguages.map((language) => {
    const listed = functionWords[language];
    const own = words.filter(({ folded }) => listed.has(folded));
    const shared = countOf(own, (word) => isEnglish(word) || alsoEnglish.has(word.folded));
    const said = own.length - shared + shared * sharedShare;
    const isTelltale = telltaleLetters.some(([own, letters]) => own === language && letters.test(text));
    return { language, score: said + (isTelltale ? 1 : 0), isTelltale };
  });
  const [best, second] = scores.sort((a, b) => b.score - a.score || Number(b.isTelltale) - Number(a.isTelltale));
  if (best === undefined || (english > 0 && best.score <= english)) return undefined;
  if (best.score >= functionWordsMin && best.score > (second?.score ?? 0)) return best.language;
  // Without function words, the dictionary decides: "Eigene Domain einrichten", or "como instalar" (Spanish or
  // Portuguese).
  return english === 0 ? byDictionary(words, scores) : undefined;
}

function byDictionary(
  words: readonly FoldedWord[],
  scores: readonly { language: DictionaryLanguage; score: number }[],
): string | undefined {
  const long = words.filter(({ folded }) => folded.length >= exactCharactersMin);
  const [best, second] = scores
    .map(({ language, score }) => {
      const terms = termsOf(language);
      return { language, score: score + countOf(long, ({ folded }) => terms.has(folded)) };
    })
    .sort((a, b) => b.score - a.score);
  if (best === undefined || best.score < dictionaryWordsMin || best.score * 2 < words.length) return undefined;
  return best.score > (second?.score ?? 0) ? best.language : undefined;
}

const known = new Map<DictionaryLanguage, ReadonlySet<string>>();

/** The single-word terms of a dictionary that don't also exist in English. */
function termsOf(language: DictionaryLanguage): ReadonlySet<string> {
  const entries = openDictionary(language);
  const english = new Set(entries.flatMap((entry) => entry.english.toLowerCase().split(" ")));
  const terms =
    known.get(language) ??
    new Set(entries.flatMap(({ words }) => (words.length === 1 && !english.has(words[0] ?? "") ? words : [])));
  known.set(language, terms);
  return terms;
}

function isEnglish({ folded }: FoldedWord): boolean {
  return stopWords.has(folded) || framingWords.has(folded);
}

function countOf(words: readonly FoldedWord[], test: (word: FoldedWord) => boolean): number {
  return words.filter(test).length;
}

function countIn(text: string, characters: RegExp): number {
  return text.match(characters)?.length ?? 0;
}
