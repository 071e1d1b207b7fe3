const distanceMax = 3;
/** Shorter words are often close to a word that has nothing to do with them, such as "root" and "boost". */
const longWord = 8;
const shortDistanceMax = 2;

/** The word an author most likely meant, or undefined if none is close. If the word is short, the two start alike or differ in one letter. */
export function nearestWord(
  word: string,
  candidates: readonly string[],
  farthest = Math.min(word.length < longWord ? shortDistanceMax : distanceMax, Math.floor(word.length / 2)),
): string | undefined {
  let nearest: string | undefined;
  let best = farthest + 1;
  const first = word.slice(0, word.length < longWord ? 1 : 0).toLowerCase();
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), best);
    if (distance < best && (distance < 2 || candidate.toLowerCase().startsWith(first))) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** The hint with a nearest word, if there is one. */
export function didYouMean(word: string | undefined): string | undefined {
  return word === undefined ? undefined : `did you mean "${word}"?`;
}

/** The Levenshtein distance. If the lengths differ by the limit or more, the limit. */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 0; row < one.length; row += 1) {
    const distances = [row + 1];
    for (let column = 0; column < other.length; column += 1) {
      const replaced = (above[column] ?? 0) + (one[row] === other[column] ? 0 : 1);
      distances.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (distances[column] ?? 0) + 1));
    }
    above = distances;
  }
  return above[other.length] ?? limit;
}

const candidatesMax = 100;

/**
 * Finds the path an author most likely meant. Typos are usually in the last segment, so only paths in the same folder
 * are compared.
 */
export function createPathFinder(paths: Iterable<string>): (path: string) => string | undefined {
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    const [folder, name] = split(path);
    const known = byFolder.get(folder);
    if (known === undefined) byFolder.set(folder, [name]);
    else if (known.length < candidatesMax) known.push(name);
  }
  return (path) => {
    const [folder, name] = split(path);
    const nearest = nearestWord(name, byFolder.get(folder) ?? []);
    return nearest === undefined ? undefined : folder + nearest;
  };
}

function split(path: string): [folder: string, name: string] {
  const end = path.lastIndexOf("/") + 1;
  return [path.slice(0, end), path.slice(end)];
}
