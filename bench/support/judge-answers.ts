import {
  answerCoverageMin,
  decideOutcome,
  type Evidence,
  evidenceOf,
  probabilityOf,
} from "../../src/assistant/reply/decide-outcome.ts";
import {
  answerWeights,
  type DecisionWeights,
  type EvidenceName,
  type FeatureName,
  featureWeights,
  relevanceWeights,
} from "../../src/assistant/reply/weights.ts";
import { type Prepared, pageName, type Result, type Scorer, visible, writeBoth } from "./answer-questions.ts";
import { fitDecision, fitRanking } from "./fit-answers.ts";

/**
 * The limits for questions of projects that the weights weren't fitted on: the share of answerable questions that may
 * be refused, and the share of all questions that may get a misleading answer.
 */
const refusedShareMax = 0.05;
const misleadingShareMax = 0.02;
const featureNames = Object.keys(featureWeights) as FeatureName[];
/** The fitted weights, by the projects on which they were fitted. */
const fitted = new Map<string, Record<FeatureName, number>>();
const fittedDecisions = new Map<string, { answer: DecisionWeights; relevance: DecisionWeights }>();

export interface Judged {
  prepared: Prepared;
  evidence: Evidence | undefined;
  answered: Result;
  suggested: Result;
  /** The share of the facts that the complete answer shows. */
  shows: number;
  answer: number;
  relevance: number;
}

/** Judges every project with weights that were fitted on the other projects. */
export function judgeOutOfFold(all: readonly Prepared[], scorer: Scorer): Judged[] {
  const chosen = all.map((one) => ({ one, ...chooseWith(fitFeatures(othersThan(all, one)), one) }));
  const judged = chosen.map(({ one, evidence, answered, suggested }): Judged => {
    const { labeled } = one;
    const result = (text: string, shown: readonly { path: string }[], hedged: boolean): Result => ({
      id: labeled.id,
      text,
      hedged,
      refused: false,
      pages: shown.map(({ path }) => pageName(path)),
    });
    return {
      prepared: one,
      evidence,
      answer: 0,
      relevance: 0,
      answered: result(answered.text, answered.shown, false),
      suggested: result(suggested.text, suggested.shown, true),
      shows: visible(labeled, answered.text, scorer),
    };
  });
  return judged.map((one) => {
    const { answer, relevance } = fitDecisions(judged.filter(({ prepared }) => isOther(prepared, one.prepared)));
    if (one.evidence === undefined) return one;
    return { ...one, answer: probabilityOf(answer, one.evidence), relevance: probabilityOf(relevance, one.evidence) };
  });
}

function fitFeatures(prepared: readonly Prepared[]): Record<FeatureName, number> {
  const name = [...new Set(prepared.map(({ labeled }) => labeled.corpus))].join();
  const examples = prepared.map(({ candidates, shows }) => ({
    features: candidates.map((one) => one.features),
    shows,
  }));
  const weights = fitted.get(name) ?? fitRanking(featureNames, examples);
  fitted.set(name, weights);
  return weights;
}

function othersThan(all: readonly Prepared[], one: Prepared): Prepared[] {
  return all.filter((other) => isOther(other, one));
}

function isOther({ labeled }: Prepared, { labeled: { corpus } }: Prepared): boolean {
  return labeled.corpus !== corpus;
}

function chooseWith(weights: Record<FeatureName, number>, { question, candidates }: Prepared) {
  const scored = candidates
    .map((one) => ({
      ...one,
      score: featureNames.reduce((sum, name) => sum + weights[name] * one.features[name], 0),
    }))
    .sort((a, b) => b.score - a.score);
  const written = writeBoth({ question, candidates: scored });
  return { ...written, evidence: evidenceOf(question, scored, written.chosen) };
}

/**
 * Fits the weights of the decisions. Questions in other languages are left out, because a separate rule decides them.
 */
function fitDecisions(judged: readonly Judged[]) {
  const name = [...new Set(judged.map(({ prepared }) => prepared.labeled.corpus))].join();
  const known = fittedDecisions.get(name);
  if (known !== undefined) return known;
  const usable = judged.flatMap(({ prepared: { question, labeled }, evidence, shows }) =>
    evidence === undefined || question.asked.isForeign ? [] : [{ features: numbersOf(evidence), labeled, shows }],
  );
  const decisions = {
    answer: fitDecision(
      evidenceIn(answerWeights),
      usable.map(({ features, shows }) => ({ features, isRight: shows === 1 })),
    ),
    relevance: fitDecision(
      evidenceIn(relevanceWeights),
      usable.map(({ features, labeled }) => ({ features, isRight: labeled.answerable })),
    ),
  };
  fittedDecisions.set(name, decisions);
  return decisions;
}

export function fitAll(prepared: readonly Prepared[], judged: readonly Judged[]) {
  return { features: fitFeatures(prepared), ...fitDecisions(judged) };
}

interface Thresholds {
  answer: number;
  relevance: number;
}

/** The thresholds that give the most answers within the limits on refusals and misleading answers. */
export function thresholdsFor(judged: readonly Judged[]): Thresholds {
  const own = judged.filter(({ prepared }) => !prepared.question.asked.isForeign);
  const answerable = own.filter(({ prepared }) => prepared.labeled.answerable);
  const byRelevance = answerable.map(({ relevance }) => relevance).sort((a, b) => a - b);
  const lowest = byRelevance[Math.floor(refusedShareMax * answerable.length)] ?? 0;
  const below = own.map(({ relevance }) => relevance).filter((relevance) => relevance < lowest);
  // Uses the middle of the gap, because other projects differ from these.
  const relevance = (lowest + Math.max(0, ...below)) / 2;
  const isSure = ({ evidence }: Judged) => (evidence?.coverage ?? 0) >= answerCoverageMin;
  const byAnswer = own.filter((one) => one.relevance >= relevance && isSure(one)).sort((a, b) => b.answer - a.answer);
  let wrong = 0;
  let answer = 1;
  for (const one of byAnswer) {
    if (one.shows === 0) wrong += 1;
    if (wrong > misleadingShareMax * own.length) break;
    answer = one.answer;
  }
  return { answer, relevance };
}

/** Applies the thresholds of one half of the questions to the other half. */
export function crossThresholds(judged: readonly Judged[]): Result[] {
  const halves = [0, 1].map((half) => judged.filter((_, place) => place % 2 === half));
  const thresholds = halves.map(thresholdsFor);
  return judged.map((one, place) => {
    const { answer, relevance } = thresholds[1 - (place % 2)] ?? { answer: 1, relevance: 0 };
    const outcome = decideOutcome(one.prepared.question, one.evidence, {
      answer: one.answer,
      relevance: one.relevance,
      thresholds: { answer, relevance },
    });
    if (outcome === "not_in_docs") return { ...one.suggested, text: "", refused: true, hedged: false, pages: [] };
    return one[outcome];
  });
}

function numbersOf({ isExample: _, ...numbers }: Evidence): Readonly<Record<EvidenceName, number>> {
  return numbers;
}

function evidenceIn(weights: DecisionWeights): EvidenceName[] {
  return (Object.keys(weights) as (keyof DecisionWeights)[]).filter((name) => name !== "bias");
}
