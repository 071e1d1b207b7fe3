/**
 * The Snowball English stemmer ("Porter 2"). It gives `configure`, `configures` and `configured` the same stem. Words
 * of other languages mostly stay unchanged, and are always treated the same in the index and in a query.
 */
export function stemEnglish(word: string): string {
  if (word.length <= 2) return word;
  const known = remembered.get(word);
  if (known !== undefined) return known;
  if (!/^[a-z']+$/.test(word)) return word;
  const stem = exceptions.get(word) ?? findStem(word);
  if (remembered.size >= wordsRemembered) remembered.clear();
  remembered.set(word, stem);
  return stem;
}

const wordsRemembered = 50_000;
const remembered = new Map<string, string>();

function findStem(word: string): string {
  // A `y` that acts as a consonant is written in uppercase until the last step.
  let stem = word.startsWith("'") ? word.slice(1) : word;
  if (stem.includes("y")) stem = stem.replace(/^y/, "Y").replaceAll(/([aeiouy])y/g, "$1Y");
  const regions = findRegions(stem);
  stem = removePlural(stem.includes("'") ? stem.replace(/(?:'s'|'s|')$/, "") : stem);
  if (unchangedAfterPlural.has(stem)) return stem;
  stem = removePast(stem, regions);
  // Most words have none of these endings, and checking one letter is cheaper than running a pattern.
  if (endsWith(stem, "yY")) stem = stem.replace(/(.[^aeiouy])[yY]$/, "$1i");
  stem = replaceSuffix(stem, regions, longSuffixes);
  stem = replaceSuffix(stem, regions, middleSuffixes);
  stem = replaceSuffix(stem, regions, lastSuffixes);
  return removeFinal(stem, regions).toLowerCase();
}

const exceptions: ReadonlyMap<string, string> = new Map(
  `skis>ski skies>sky dying>die lying>lie tying>tie idly>idl gently>gentl ugly>ugli early>earli only>onli singly>singl sky>sky
  news>news howe>howe atlas>atlas cosmos>cosmos bias>bias andes>andes`
    .split(/\s+/)
    .map((entry) => entry.split(">") as [string, string]),
);
const unchangedAfterPlural: ReadonlySet<string> = new Set(
  "inning outing canning herring earring proceed exceed succeed".split(" "),
);

/** The starts of the first and second region. A suffix is removed only inside its region. */
interface Regions {
  first: number;
  second: number;
}

interface Suffix {
  suffix: string;
  replacement: string;
  region: keyof Regions;
  /** Must match the text before the suffix. */
  after?: RegExp;
}

const suffixes = (table: string, region: keyof Regions): Suffix[] =>
  table.split(" ").map((entry) => {
    const [suffix = "", replacement = ""] = entry.split(">");
    return { suffix, replacement, region };
  });

/** Suffixes grouped by their last letter, so that only a few have to be compared with each word. */
type SuffixTable = ReadonlyMap<number, readonly Suffix[]>;

// In each table, a longer suffix comes before any shorter suffix that it ends with.
const longSuffixes: SuffixTable = byLastLetter([
  ...suffixes(
    "ational>ate fulness>ful iveness>ive ization>ize ousness>ous biliti>ble lessli>less tional>tion alism>al aliti>al ation>ate entli>ent fulli>ful iviti>ive ousli>ous abli>able alli>al anci>ance ator>ate enci>ence izer>ize bli>ble",
    "first",
  ),
  { suffix: "ogi", replacement: "og", region: "first", after: /l$/ },
  { suffix: "li", replacement: "", region: "first", after: /[cdeghkmnrt]$/ },
]);
const middleSuffixes: SuffixTable = byLastLetter([
  ...suffixes("ational>ate tional>tion alize>al icate>ic iciti>ic", "first"),
  { suffix: "ative", replacement: "", region: "second" },
  ...suffixes("ical>ic ness> ful>", "first"),
]);
const lastSuffixes: SuffixTable = byLastLetter([
  ...suffixes("ement> able> ance> ence> ible> ment> ant> ate> ent> ism> iti> ive> ize> ous>", "second"),
  { suffix: "ion", replacement: "", region: "second", after: /[st]$/ },
  ...suffixes("al> er> ic>", "second"),
]);

function byLastLetter(table: Suffix[]): SuffixTable {
  return Map.groupBy(table, ({ suffix }) => lastCode(suffix));
}

function lastCode(word: string): number {
  return word.charCodeAt(word.length - 1);
}

function endsWith(word: string, letters: string): boolean {
  return letters.includes(word.charAt(word.length - 1));
}

const irregularBeginnings = ["gener", "commun", "arsen"];

function findRegions(word: string): Regions {
  const irregular = irregularBeginnings.find((beginning) => word.startsWith(beginning));
  const first = irregular === undefined ? afterVowelAndConsonant(word, 0) : irregular.length;
  return { first, second: afterVowelAndConsonant(word, first) };
}

function afterVowelAndConsonant(word: string, from: number): number {
  let isAfterVowel = false;
  for (let at = from; at < word.length; at += 1) {
    const isVowel = "aeiouy".includes(word.charAt(at));
    if (isAfterVowel && !isVowel) return at + 1;
    isAfterVowel = isVowel;
  }
  return word.length;
}

function removePlural(word: string): string {
  if (!endsWith(word, "sd")) return word;
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/(?:us|ss)$/.test(word)) return word;
  return word.endsWith("s") && /[aeiouy]/.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function removePast(word: string, { first }: Regions): string {
  if (!endsWith(word, "dgy")) return word;
  const doubled = /eed(?:ly)?$/.exec(word);
  if (doubled !== null) return doubled.index >= first ? `${word.slice(0, doubled.index)}ee` : word;
  const suffix = /(?:ingly|edly|ing|ed)$/.exec(word);
  const rest = word.slice(0, suffix?.index);
  if (suffix === null || !/[aeiouy]/.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return rest.slice(0, -1);
  return first >= rest.length && endsShort(rest) ? `${rest}e` : rest;
}

function replaceSuffix(word: string, regions: Regions, table: SuffixTable): string {
  const found = table.get(lastCode(word))?.find(({ suffix }) => word.endsWith(suffix));
  if (found === undefined) return word;
  const rest = word.slice(0, -found.suffix.length);
  const applies = rest.length >= regions[found.region] && (found.after?.test(rest) ?? true);
  return applies ? rest + found.replacement : word;
}

function removeFinal(word: string, { first, second }: Regions): string {
  const rest = word.slice(0, -1);
  if (word.endsWith("e") && (rest.length >= second || (rest.length >= first && !endsShort(rest)))) return rest;
  return word.endsWith("ll") && rest.length >= second ? rest : word;
}

function endsShort(word: string): boolean {
  return /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word) || /^[aeiouy][^aeiouy]$/.test(word);
}
