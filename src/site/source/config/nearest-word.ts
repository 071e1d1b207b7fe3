const distanceMax = 3;

/** The word an author most likely meant, or undefined when none is near. */
export function nearestWord(word: string, candidates: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let best = Math.min(distanceMax, Math.floor(word.length / 2)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), best);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Levenshtein's distance, given up as soon as it cannot beat the best one so far. */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      current.push(
        Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + same),
      );
    }
    previous = current;
  }
  return previous[other.length] ?? limit;
}
