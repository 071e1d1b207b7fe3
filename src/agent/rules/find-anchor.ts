import { bareAnchor } from "../../site/page/markdown/heading-ids.ts";
import { editDistance } from "./edit-distance.ts";
import { isAnotherWord, wordsOf } from "./site-words.ts";

/** The anchor of a page that a broken one meant, or undefined when that is not certain. */
export function findAnchor(broken: string, anchors: readonly string[]): { id: string; why: string } | undefined {
  const counted = countedFromTwo(broken, anchors);
  if (counted !== undefined)
    return { id: counted, why: `repeated headings are counted from two here, so it is #${counted}` };
  const signature = bareAnchor(broken);
  const same = anchors.filter((anchor) => bareAnchor(anchor) === signature);
  const [only] = same;
  if (only !== undefined && new Set(same).size === 1) return { id: only, why: `#${only} is the same heading` };
  const slip = findSlip(broken.toLowerCase(), anchors.slice(0, anchorsMax));
  return slip === undefined ? undefined : { id: slip, why: `#${slip} is the only heading that differs by a slip` };
}

const anchorsMax = 1_000;

/** Elsewhere the second heading of a name is `name-1`; here it is `name-2`. */
function countedFromTwo(broken: string, anchors: readonly string[]): string | undefined {
  const [, name, number] = /^(.+)-([1-9]\d?)$/.exec(broken.toLowerCase()) ?? [];
  const wanted = `${name}-${Number(number) + 1}`;
  return name !== undefined && anchors.includes(name) && anchors.includes(wanted) ? wanted : undefined;
}

function findSlip(broken: string, anchors: readonly string[]): string | undefined {
  const words = new Set(anchors.flatMap(wordsOf));
  const allowed = slipsAllowed(broken.length);
  let nearest: string | undefined;
  let best = allowed + 1;
  let isShared = false;
  for (const anchor of new Set(anchors)) {
    const distance =
      digitsOf(anchor) === digitsOf(broken) ? editDistance(broken, anchor.toLowerCase(), allowed) : best + 1;
    if (distance > best || distance > allowed || isAnotherWord(broken, anchor, words)) continue;
    isShared = distance === best;
    best = distance;
    nearest = anchor;
  }
  return isShared ? undefined : nearest;
}

function slipsAllowed(length: number): number {
  if (length < 5) return 0;
  return length < 12 ? 1 : 2;
}

function digitsOf(anchor: string): string {
  return anchor.replaceAll(/\D+/g, " ").trim();
}
