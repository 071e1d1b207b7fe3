import { termsOf } from "../../search/tokenize.ts";

/**
 * Everyday words that are one slip away from a word of software documentation. On a site that doesn't have them, they
 * aren't typos: "pay" isn't "api", and "lunch" isn't "launch".
 */
const words = `angle apple april beach bear beat beer black bread cake castle cat cause charge cheap chess citizen clock coach coat
compete cook corn cost costs couple craft cream crime cup damage dead deal dear diet dirty doctor dog drive driver earn excuse fair
fight flour food free friday friend girl glass gold golf great green guest guy hire hockey holy horse hotel house hungry jury kitchen
lady lake large late law lawyer learn love low lunch mad male march market maths meal meat metal milk mine money month moon mood mouse
movie music night nose office paint paper park party pay peace pepper phone piano planet pocket poet police pot pray pretty price prison
prize quiet quite rain rare refund rent rice river road rude salary salt sand saturday school sea shirt shoes shop sing skin sleep smell
smoke snow soap song sport stale stock stone story strong sugar summer tale taste tax tea teach ticket tired toast town toy train travel trip
truck trust twice uncle visa vote wage wall warm waste water weak wear weather wedding weekend weight wine winter wood worse worth year`;

const stems = new Set(words.split(/\s+/).flatMap((word) => termsOf(word)[0]?.term ?? []));

/** Whether a word is a common English one in any form, so that it isn't a typo. */
export function isCommonWord(word: string): boolean {
  return stems.has(termsOf(word)[0]?.term ?? "");
}
