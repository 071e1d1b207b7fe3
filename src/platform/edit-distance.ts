/**
 * The number of insertions, deletions, substitutions and swaps of neighbors between two texts. Stops counting at more
 * than `limit` and then returns any larger number, because a search with a typo calls this thousands of times.
 */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  const width = other.length + 1;
  let before = new Uint16Array(width);
  let previous = new Uint16Array(width);
  let current = new Uint16Array(width);
  for (let column = 1; column < width; column += 1) previous[column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    const letter = one.charCodeAt(row - 1);
    current[0] = row;
    let least = row;
    for (let column = 1; column < width; column += 1) {
      const isSame = letter === other.charCodeAt(column - 1);
      const gap = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      let best = Math.min(gap, (previous[column - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwap =
        row > 1 && column > 1 && letter === other.charCodeAt(column - 2) && one[row - 2] === other[column - 1];
      if (isSwap) best = Math.min(best, (before[column - 2] ?? 0) + 1);
      current[column] = best;
      least = Math.min(least, best);
    }
    if (least > limit) return limit + 1;
    [before, previous, current] = [previous, current, before];
  }
  return previous[other.length] ?? limit + 1;
}
