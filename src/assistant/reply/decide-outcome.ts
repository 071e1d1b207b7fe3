import { countBits } from "../../search/querying.ts";
import { type Candidate, type ReadQuestion, wordsInPassage } from "./find-candidates.ts";
import { titlePart } from "./read-page-words.ts";
import { coverageOf } from "./weigh-words.ts";
import {
  answerWeights,
  type DecisionWeights,
  type EvidenceName,
  relevanceWeights,
  thresholds as shippedThresholds,
} from "./weights.ts";

/** The evidence for and against having found the answer. All numbers are between 0 and 1. */
export interface Evidence extends Readonly<Record<EvidenceName, number>> {
  /** The question asks for a default value, and the passage only has an example, whose values may be different. */
  readonly isExample: boolean;
}

export type Outcome = "answered" | "suggested" | "not_in_docs";

/**
 * An answer needs strong evidence, and suggestions need some. If the question isn't in the language of the pages, only
 * a translation of its terms is compared with them, which proves little either way.
 */
export function decideOutcome(
  { asked, words, isAboutSubject }: Pick<ReadQuestion, "asked" | "words" | "isAboutSubject">,
  evidence: Evidence | undefined,
  { answer, relevance, thresholds } = decide(evidence),
): Outcome {
  if (evidence === undefined) return "not_in_docs";
  if (asked.isForeign) return evidence.bestCoverage < foreignCoverageMin ? "not_in_docs" : "suggested";
  if (relevance < thresholds.relevance) return "not_in_docs";
  // "Is it free?" has a single subject word, which may mean anything unless a heading contains it.
  const isVague = countBits(words.own & words.known) < 2 && evidence.fit < vagueFitMin;
  const isSure = !evidence.isExample && answer >= thresholds.answer && evidence.coverage >= answerCoverageMin;
  // The title of a page, or the heading of a section, is the question.
  const isTitle = evidence.fit >= titleFitMin && countBits(words.own & words.known) > 1;
  return (isSure || isTitle) && !isVague && !isAboutSubject ? "answered" : "suggested";
}

function decide(evidence: Evidence | undefined): Decision {
  return {
    answer: evidence === undefined ? 0 : probabilityOf(answerWeights, evidence),
    relevance: evidence === undefined ? 0 : probabilityOf(relevanceWeights, evidence),
    thresholds: shippedThresholds,
  };
}

interface Decision {
  /** The probability that the answer was found. */
  answer: number;
  /** The probability that the documentation covers the subject at all. */
  relevance: number;
  thresholds: { answer: number; relevance: number };
}

/** A passage that lacks most words of the question is never presented as the answer. */
export const answerCoverageMin = 0.45;
const vagueFitMin = 0.5;
const titleFitMin = 0.99;
/**
 * A translation of terms misses many words, so a foreign question is only refused if almost none of its words match.
 */
const foreignCoverageMin = 0.05;

export function evidenceOf(
  { asked, words, kind }: ReadQuestion,
  candidates: readonly Candidate[],
  chosen: readonly Candidate[],
): Evidence | undefined {
  const [best] = candidates;
  if (best === undefined) return undefined;
  const { features, page, passage } = best;
  const statesDefault = passage.blocks.some((block) => block.kind !== "code" && /default/i.test(block.text));
  const strengths = candidates.map(({ score }) => Math.exp(score - best.score));
  const total = strengths.reduce((sum, strength) => sum + strength, 0);
  const ofPage = strengths.reduce((sum, strength, place) => sum + (candidates[place]?.page === page ? strength : 0), 0);
  const shown = chosen.reduce((present, one) => present | wordsInPassage(one) | (one.partWords[titlePart] ?? 0), 0);
  return {
    isExample: /\bdefaults?\b/i.test(asked.focus) && passage.hasCode && !statesDefault,
    share: 1 / total,
    pageShare: ofPage / total,
    coverage: features.coverageWithTitle,
    ownCoverage: features.ownCoverage,
    bestBlock: features.bestBlock,
    fit: Math.max(features.headingFit, features.titleFit),
    bestCoverage: Math.max(...candidates.map((one) => one.features.coverageWithTitle)),
    named: Math.max(...candidates.map((one) => Math.max(one.features.headingFit, one.features.titleFit))),
    near: features.near,
    bestNear: Math.max(...candidates.map((one) => one.features.near)),
    unknown: 1 - coverageOf(words, words.known, words.own),
    missing: 1 - coverageOf(words, shown, words.own),
    followUp: asked.subject === undefined ? 0 : 1,
    plainKind: kind === "error" || kind === "whatis" ? 1 : 0,
  };
}

export function probabilityOf({ bias, ...weights }: DecisionWeights, evidence: Evidence): number {
  let sum = bias;
  for (const [name, weight] of Object.entries(weights)) sum += weight * evidence[name as EvidenceName];
  return 1 / (1 + Math.exp(-sum));
}
