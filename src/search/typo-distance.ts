const charactersMax = 64;
const rows = [0, 1, 2].map(() => new Uint8Array(charactersMax + 1));

/** Letters changed, left out, added or swapped with their neighbour; `limit` as soon as it cannot be less. */
export function typoDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit || one.length > charactersMax || other.length > charactersMax) {
    return limit;
  }
  let [beforePrevious, previous, current] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= other.length; column++) previous[column] = column;
  for (let row = 1; row <= one.length; row++) {
    current[0] = row;
    let least = row;
    const letter = one.charCodeAt(row - 1);
    for (let column = 1; column <= other.length; column++) {
      const isSame = letter === other.charCodeAt(column - 1);
      let distance = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && letter === other.charCodeAt(column - 2) && one[row - 2] === other[column - 1]) {
        distance = Math.min(distance, (beforePrevious[column - 2] ?? 0) + 1);
      }
      current[column] = distance;
      if (distance < least) least = distance;
    }
    if (least >= limit) return limit;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return Math.min(previous[other.length] ?? limit, limit);
}
