import { functionWords } from "./stop-words.ts";

/**
 * Inflectional endings by language, lowercase and without accents, as the index stores words. The lists are
 * deliberately short: plurals, cases and common verb forms, but no endings that would conflate words of different
 * meaning.
 */
const endings = {
  de: "ungen ung ernen eten test tet ern ens est ten end en em er es et st te e n s t",
  es: "amientos amiento aciones acion ando iendo ados adas idos idas aron ieron ado ada ido ida ar er ir an en as os es a e o s",
  fr: "ements ement ations ation antes ante ants ant ees ee ent ait ons ez er ir es e s x",
  it: "amenti amento azioni azione ando endo ati ate ato ata iti ite ito ita are ere ire ano ono i e a o",
  pt: "amentos amento acoes acao ando endo indo ados adas idos idas ado ada ido ida aram eram ar er ir am em oes ao as os es a e o s",
} as const;

export type InflectedLanguage = keyof typeof endings;

const stemCharactersMin = 4;
const patterns = Object.fromEntries(
  Object.entries(endings).map(([language, list]) => [language, new RegExp(`(?:${withRemains(list).join("|")})$`)]),
) as Record<InflectedLanguage, RegExp>;

/** The length of the longest ending. */
export const endingCharactersMax = 8;

/**
 * The language of a tag such as `pt-BR`, if its endings are known. English isn't included, because the index already
 * stems it.
 */
export function inflectedLanguage(tag: string): InflectedLanguage | undefined {
  const [language = ""] = tag.toLowerCase().split(/[-_]/);
  return Object.hasOwn(endings, language) ? (language as InflectedLanguage) : undefined;
}

/** Removes the longest ending, unless too little would remain. A double letter at the end counts once. */
export function withoutEnding(word: string, language: InflectedLanguage): string {
  const ending = patterns[language].exec(word);
  const stem = ending === null || ending.index < stemCharactersMin ? word : word.slice(0, ending.index);
  return stem.replace(/(.)\1$/, "$1");
}

/**
 * Adds shortened forms of each ending, because the index applies English stemming to every word: `azione` may be stored
 * as `azion`, and `acoes` as `aco`.
 */
function withRemains(list: string): string[] {
  const remains = list.split(" ").flatMap((ending) => [ending, ending.replace(/e?s$/, ""), ending.replace(/e$/, "")]);
  return [...new Set(remains)].filter((ending) => ending !== "");
}

/**
 * A query with this many function words of a language is in that language. A single one isn't enough: "comment" may
 * well be English.
 */
const functionWordsMin = 2;

/** The words of a query that only phrase the question, in the languages that it may be in. */
export function questionWords(
  spellings: readonly string[],
  languages: readonly InflectedLanguage[],
): ReadonlySet<string> {
  const needed = languages.length === 1 ? 1 : functionWordsMin;
  const asked = languages
    .map((language) => spellings.filter((spelling) => functionWords[language].has(spelling)))
    .filter((words) => words.length >= needed)
    .sort((a, b) => b.length - a.length);
  return new Set(asked[0]);
}

/** Question phrases in languages that are written without spaces or that use suffixes. */
const phrases = [
  // Japanese
  /(?:する|できる|行う)?(?:には|ために|ためには)?、?(?:どうすれば|どうしたら|どうやって|どのように(?:して|すれば)?)(?:よ|良|い)?(?:い)?(?:の)?(?:です|でしょう)?か?/gu,
  /とは(?:何|なん)?(?:です|でしょう)?か?(?=[?？。\s]*$)/gu,
  /(?:は|が)?(?:何|なん|どこ|どれ|なぜ)(?:に|で)?(?:です|あります|でき)?(?:ます)?か/gu,
  /(?:でき|あり|なり|され|し)?(?:ます|です)か|(?:を)?(?:教えて)?ください|する方法/gu,
  // Korean
  /어떻게\s*(?:해야|하면|해)?\s*(?:하나요|되나요|합니까|할까요|될까요|돼요|해요|하죠)?/gu,
  /(?:이란|란|은|는|이|가)?\s?무엇(?:인가요|입니까|이에요|이죠)?/gu,
  /(?:하려면|하는\s*(?:방법|법)(?:은|이|을)?|할\s*수\s*(?:있나요|있습니까|있어요)|(?:이란|란)(?=[?？\s]*$))/gu,
  /(?:인가요|입니까|있나요|되나요|하나요|왜|어디(?:에서|에|서)?)(?=[?？\s]|$)/gu,
  // Chinese
  /请问|如何|怎么样?|怎样|什么是|是什么|为什么|有哪些|有什么|在?哪里|在哪|能否|是否|我想|我要|吗|呢/gu,
  /請問|怎麼樣?|怎樣|什麼是|是什麼|為什麼|在?哪裡|嗎/gu,
];
const hasSuchScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Replaces question phrases with blanks, so that all other words keep their positions. */
export function withoutPhrases(query: string): string {
  if (!hasSuchScript.test(query)) return query;
  const subject = phrases.reduce((text, phrase) => text.replace(phrase, (found) => " ".repeat(found.length)), query);
  return hasSuchScript.test(subject) || /\w/.test(subject) ? subject : query;
}
