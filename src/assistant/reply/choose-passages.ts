import { type Candidate, type ReadQuestion, wordsInBlocks } from "./find-candidates.ts";
import { coverageOf } from "./weigh-words.ts";

/** A heading with at least this fit names one side of a comparison and little else. */
const sideFitMin = 0.85;
/** If one of this many best passages mentions both sides of a comparison, it is shown first. */
const comparedMax = 4;
const wholeSides = 0.99;

/** The passages to show, best first, each from a different section. */
export function choosePassages(question: ReadQuestion, candidates: readonly Candidate[], most: number): Candidate[] {
  const chosen = bothSides(question, candidates);
  const sections = new Set(chosen.map(sectionOf));
  for (const candidate of candidates.map((one) => beginningOf(question, one, candidates))) {
    if (chosen.length >= most) break;
    if (sections.has(sectionOf(candidate))) continue;
    sections.add(sectionOf(candidate));
    chosen.push(candidate);
  }
  return chosen;
}

/**
 * A long section has several passages. Returns the section's first passage, unless the candidate covers more of the
 * question.
 */
function beginningOf({ words }: ReadQuestion, candidate: Candidate, candidates: readonly Candidate[]): Candidate {
  if (candidate.passage.isSectionStart) return candidate;
  const section = sectionOf(candidate);
  const first = candidates.find((one) => one.passage.isSectionStart && sectionOf(one) === section);
  const covered = (one: Candidate) => coverageOf(words, wordsInBlocks(one), words.all);
  return first !== undefined && covered(first) >= covered(candidate) ? first : candidate;
}

function sectionOf({ page, passage }: Candidate): string {
  return [page.path, ...passage.headingPath].join("\n");
}

/** The best passage for each side of a comparison. A passage that mentions both sides comes before them. */
function bothSides({ sides }: ReadQuestion, candidates: readonly Candidate[]): Candidate[] {
  if (sides.length !== 2) return [];
  const found = sides.map((_, side) => {
    const named = candidates.find((candidate) => (candidate.sides[side]?.headingFit ?? 0) >= sideFitMin);
    return named ?? bestFor(side, candidates);
  });
  const both = candidates
    .slice(0, comparedMax)
    .find((one) => one.sides.every(({ coverage }) => coverage >= wholeSides));
  const chosen = both === undefined ? found : [both, ...found];
  const seen = new Set<string>();
  return chosen.filter((candidate): candidate is Candidate => {
    if (candidate === undefined || seen.has(sectionOf(candidate))) return false;
    seen.add(sectionOf(candidate));
    return true;
  });
}

function bestFor(side: number, candidates: readonly Candidate[]): Candidate | undefined {
  const strengths = candidates.map(({ score, sides }) => {
    const { coverage = 0, headingFit = 0 } = sides[side] ?? {};
    return score + 4 * headingFit + 2 * coverage;
  });
  return candidates[strengths.indexOf(Math.max(...strengths))];
}
