import {
  findPage,
  pageLift,
  queryLanguages,
  type RankedPage,
  rankRequest,
  type SearchFilter,
  type SearchIndex,
  similarityTo,
  termsOfRequest,
} from "../../search/querying.ts";
import { findSubjectWords, stemOf } from "../words/find-subject-words.ts";
import type { Asked } from "../words/understand-question.ts";
import { type QuestionKind, questionKind, sidesOf, tellingPart } from "./question-kind.ts";
import { type PagePassage, type PageWords, readPageWords, titlePart } from "./read-page-words.ts";
import { coverageOf, type WeighedWords, weighWords } from "./weigh-words.ts";
import { type FeatureName, featureWeights } from "./weights.ts";

/** A question as the built-in reply understands it. */
export interface ReadQuestion {
  asked: Asked;
  kind: QuestionKind;
  /**
   * The question, such as "how often?", names no subject of its own and is about the thread's. Such a question never
   * gets a definite answer.
   */
  isAboutSubject: boolean;
  words: WeighedWords;
  /** The words of the two compared things, if the question is a comparison. */
  sides: readonly WeighedWords[];
}

/** A passage that may answer the question. */
export interface Candidate {
  page: PageWords;
  passage: PagePassage;
  /** The passage's position on the page. */
  place: number;
  features: Features;
  score: number;
  /** The words of the question in each part of the page. */
  partWords: Int32Array;
  /** For each side of a comparison, how much of it the passage contains, and how well the heading names it. */
  sides: readonly { coverage: number; headingFit: number }[];
}

type Features = Readonly<Record<FeatureName, number>>;

export interface CandidateRequest {
  siteName: string;
  filter: Readonly<Record<string, unknown>>;
  currentPath: string | undefined;
  /** The semantic similarity of each passage to the query, if known. */
  near?: Float32Array | undefined;
}

const pagesMax = 8;
const subjectPagesMax = 2;
const alonePagesMax = 3;
const branchesRanked = 3;
const sideRarityMin = 1.2;
const noSimilarities = new Float32Array();

export function readQuestion(index: SearchIndex, asked: Asked, text: string, filter: SearchFilter): ReadQuestion {
  const languages = queryLanguages(index, filter);
  const kind = kindOf(asked, text);
  const subject = asked.subject && tellingPart(asked.subject, questionKind(asked.subject));
  // "Show me an example" names no subject of its own, so it is about the thread's subject.
  const isAboutSubject = subject !== undefined && findSubjectWords(asked.focus).length === 0;
  const focus = isAboutSubject ? subject : tellingPart(asked.focus, kind);
  const sides = (kind === "compare" ? (sidesOf(text) ?? []) : []).map((side) =>
    weighWords(index, { focus: side }, languages),
  );
  const areNamed = sides.every(({ weights, known }) =>
    weights.some((weight, place) => weight >= sideRarityMin && (known & (1 << place)) !== 0),
  );
  return {
    asked,
    kind,
    isAboutSubject,
    words: weighWords(index, { focus, subject }, languages),
    sides: areNamed ? sides : [],
  };
}

/** Phrases of some languages are recognized; for others, the kind is read from the translation. */
function kindOf({ isForeign, focus }: Asked, text: string): QuestionKind {
  const kind = questionKind(text);
  return isForeign && kind === "howto" ? questionKind(focus) : kind;
}

/** All passages of the best pages, best first. */
export function findCandidates(index: SearchIndex, question: ReadQuestion, request: CandidateRequest): Candidate[] {
  const { asked, kind } = question;
  const query = tellingPart(asked.query, kind);
  const near = request.near ?? similarityTo(index, query) ?? noSimilarities;
  const both = rank(index, query, pagesMax, request);
  // A message that seems to continue the thread may also ask about something else.
  const alone = asked.subject === undefined ? [] : rank(index, tellingPart(asked.focus, kind), alonePagesMax, request);
  const isFound = new Set(both.map(({ page }) => page));
  const ranked = [...both, ...alone.filter(({ page }) => !isFound.has(page))];
  const home = isAboutSite(question, request.siteName) ? findHome(index) : undefined;
  const subject = asked.subject === undefined ? [] : rank(index, asked.subject, subjectPagesMax, request);
  const isRanked = new Set(ranked.map(({ page }) => page));
  const pages = [...ranked, ...subject.filter(({ page }) => !isRanked.has(page))];
  if (home !== undefined && !isRanked.has(home)) pages.push({ page: home, score: 0, passages: [], isNamed: true });
  const bestPassage = Math.max(1e-9, ...ranked.flatMap(({ passages }) => passages.map(({ score }) => score)));
  return pages
    .flatMap(({ page, passages }, place) =>
      candidatesOf(readPageWords(index, page), question, {
        pageRank: 1 / (place + 1),
        isHome: page === home,
        samePage: [1, 0.4][subject.findIndex((one) => one.page === page)] ?? 0,
        passageScores: new Map(
          passages.map((one) => [one.passage - (index.pageFirstPassage[page] ?? 0), one.score / bestPassage]),
        ),
        near: near.subarray(index.pageFirstPassage[page], index.pageFirstPassage[page + 1]),
      }),
    )
    .sort((a, b) => b.score - a.score);
}

/** Pages of other versions and languages are used only if no page matches in the reader's own version and language. */
function rank(
  index: SearchIndex,
  query: string,
  most: number,
  { filter, siteName: _, ...others }: CandidateRequest,
): RankedPage[] {
  const isBranched = index.facetSets.length > 1;
  const pagesMax = isBranched ? most * branchesRanked : most;
  const request = { query, audience: "assistant" as const, pagesMax, filter: filter as SearchFilter, ...others };
  const ranked = rankRequest(index, request, termsOfRequest(index, request));
  if (!isBranched) return ranked;
  const { isHome } = pageLift(index, request);
  const home = ranked.filter(({ page }) => isHome(page));
  return (home.length === 0 ? ranked : home).slice(0, most);
}

/** The paths where sites introduce themselves, best first. */
const homePaths = ["/", "/introduction", "/overview", "/welcome", "/getting-started/introduction", "/quickstart"];

function findHome(index: SearchIndex): number | undefined {
  return homePaths.map((path) => findPage(index, path)).find((page) => page !== undefined);
}

/** Whether the question is "What is …?" with nothing but the name of the site. */
function isAboutSite({ kind, asked: { focus } }: ReadQuestion, siteName: string): boolean {
  const name = new Set(findSubjectWords(siteName).map(stemOf));
  const words = findSubjectWords(tellingPart(focus, kind));
  return kind === "whatis" && words.length > 0 && words.every((word) => name.has(stemOf(word)));
}

interface PageStanding {
  /** Whether the page introduces the site that the question asks about. */
  isHome: boolean;
  pageRank: number;
  samePage: number;
  passageScores: ReadonlyMap<number, number>;
  /** The semantic similarity of each passage to the query. */
  near: Float32Array;
}

/** Pages that are more likely to show, list or record things than to explain them. */
const asidePath =
  /(?:^|\/)(?:changelog|releases?|examples?|cookbooks?|[a-z]+-sdk|sdk|api-reference|migration|upgrade|blog|community|integrations?|tutorials?|templates?)(?:[/-]|$)/i;

function candidatesOf(page: PageWords, question: ReadQuestion, standing: PageStanding): Candidate[] {
  const { kind, words, sides } = question;
  const { partWords, matchesOf } = wordsOfParts(page, words);
  const sideParts = sides.map((side) => ({ side, parts: wordsOfParts(page, side) }));
  const fitWith = (part: number) => fitOf(page, words, part, { partWords, matchesOf });
  const titleFit = standing.isHome ? 1 : fitWith(titlePart);
  const isAside = asidePath.test(page.path) ? 1 : 0;
  return page.passages.flatMap((passage, place): Candidate[] => {
    const { blocks, firstPart, headingPart, headingsAbovePart, isOpening } = passage;
    if (blocks.length === 0) return [];
    const above = at(partWords, headingPart) | at(partWords, headingsAbovePart);
    const inText = wordsInPassage({ passage, partWords });
    const blockCoverages = blocks.map((_, number) =>
      coverageOf(words, at(partWords, firstPart + number) | above, words.all),
    );
    const bestBlock = Math.max(0, ...blockCoverages);
    const ownHeading = passage.headingPath.length === 0 && isOpening ? titlePart : headingPart;
    const headingFit = ownHeading === titlePart ? titleFit : fitWith(ownHeading);
    const hasNumber = () =>
      blocks.some(({ text }, number) => (blockCoverages[number] ?? 0) >= bestBlock / 2 && /\d/.test(text));
    const isDefinition = kind === "whatis" || kind === "install";
    // The introduction is about the site, even if it doesn't repeat the name.
    const isIntroduction = standing.isHome && isOpening;
    const ownCoverage = isIntroduction ? 1 : coverageOf(words, inText, words.own);
    const ofSides = sideParts.map(({ side, parts }) => ({
      coverage: coverageOf(side, wordsInPassage({ passage, ...parts }), side.all),
      headingFit: fitOf(page, side, ownHeading, parts),
    }));
    const features: Features = {
      pageRank: standing.pageRank,
      passageScore: isIntroduction ? 1 : (standing.passageScores.get(place) ?? 0),
      near: isIntroduction ? 1 : Math.max(0, standing.near[place] ?? 0),
      coverageWithTitle: isIntroduction ? 1 : coverageOf(words, inText | at(partWords, titlePart), words.all),
      bestBlock: isIntroduction ? 1 : bestBlock,
      headingFit,
      titleFit,
      openingDefines: isDefinition && isOpening && !page.isEndpoint ? titleFit : 0,
      headingDefines: isDefinition ? headingFit : 0,
      code: kind === "code" && passage.hasCode ? 1 : 0,
      number: kind === "value" && hasNumber() ? 1 : 0,
      errorHeading: kind === "error" ? headingFit : 0,
      aside: isAside,
      ownCoverage,
      samePage: standing.samePage,
    };
    return [{ page, passage, place, features, score: scoreOf(features), partWords, sides: ofSides }];
  });
}

function scoreOf(features: Features): number {
  let score = 0;
  for (const [name, weight] of Object.entries(featureWeights)) score += weight * features[name as FeatureName];
  return score;
}

interface PartWords {
  /** The words of the question in each part of the page. */
  partWords: Int32Array;
  /** For each part, how many of its terms match. */
  matchesOf: Uint16Array;
}

function wordsOfParts({ partsWith, partCount }: PageWords, { byForm }: WeighedWords): PartWords {
  const partWords = new Int32Array(partCount);
  const matchesOf = new Uint16Array(partCount);
  for (const [form, words] of byForm) {
    for (const part of partsWith.get(form) ?? []) {
      partWords[part] = at(partWords, part) | words;
      matchesOf[part] = (matchesOf[part] ?? 0) + 1;
    }
  }
  return { partWords, matchesOf };
}

/** How well a heading or title matches the question. It matches best if it has the same words and no others. */
function fitOf(
  { subjectWords }: PageWords,
  words: WeighedWords,
  part: number,
  { partWords, matchesOf }: PartWords,
): number {
  const subjects = subjectWords.get(part) ?? 0;
  if (subjects === 0) return 0;
  const share = coverageOf(words, at(partWords, part), words.all);
  const precision = Math.min(1, (matchesOf[part] ?? 0) / subjects);
  return share + precision === 0 ? 0 : (2 * share * precision) / (share + precision);
}

type PassageWords = Pick<Candidate, "passage" | "partWords">;

/** The words of the question in a passage and its headings. */
export function wordsInPassage({ passage, partWords }: PassageWords): number {
  const { headingPart, headingsAbovePart } = passage;
  return at(partWords, headingPart) | at(partWords, headingsAbovePart) | wordsInBlocks({ passage, partWords });
}

/** The words of the question in the text of a passage. */
export function wordsInBlocks({ passage: { blocks, firstPart }, partWords }: PassageWords): number {
  return blocks.reduce((present, _, number) => present | at(partWords, firstPart + number), 0);
}

function at(partWords: Int32Array, part: number): number {
  return partWords[part] ?? 0;
}
