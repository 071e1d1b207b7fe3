/**
 * Endings that words of a language take without becoming another word, in lower case and without accents, as the index has
 * them. Light on purpose: plurals, cases and the common forms of verbs, nothing that joins words of different meaning.
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

/** How many characters an ending has at most. */
export const endingCharactersMax = 8;

/** The language of a tag such as `pt-BR`, if its words are known to take endings. English has a stemmer in the index. */
export function inflectedLanguage(tag: string): InflectedLanguage | undefined {
  const [language = ""] = tag.toLowerCase().split(/[-_]/);
  return Object.hasOwn(endings, language) ? (language as InflectedLanguage) : undefined;
}

/** The word without its longest ending; whole where too little would be left. A double letter at its end counts once. */
export function withoutEnding(word: string, language: InflectedLanguage): string {
  const ending = patterns[language].exec(word);
  const stem = ending === null || ending.index < stemCharactersMin ? word : word.slice(0, ending.index);
  return stem.replace(/(.)\1$/, "$1");
}

/** The index has taken English endings off every word, so of `azione` it may have `azion`, and of `acoes` only `aco`. */
function withRemains(list: string): string[] {
  const remains = list.split(" ").flatMap((ending) => [ending, ending.replace(/e?s$/, ""), ending.replace(/e$/, "")]);
  return [...new Set(remains)].filter((ending) => ending !== "");
}
