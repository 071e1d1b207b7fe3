import { expect, test } from "vitest";
import { stemEnglish } from "./english-stemmer.ts";

// Pairs from the vocabulary published by the Snowball project.
const vocabulary = `consign consign|consigned consign|consigning consign|consignment consign|consist consist|consisted consist
|consistency consist|consistent consist|consistently consist|consolation consol|consolations consol|consolatory consolatori
|console consol|consolidate consolid|consolidating consolid|consoling consol|consolingly consol|consonant conson|consort consort
|conspicuous conspicu|conspiracy conspiraci|conspirators conspir|constable constabl|constancy constanc|knack knack
|knackeries knackeri|knaves knave|knavish knavish|kneaded knead|kneel kneel|kneeling kneel|knew knew|knick knick|knightly knight
|knights knight|knitting knit|knives knive|knocked knock|knots knot|knowing know|knowingly know|known known|generate generat
|generously generous|community communiti|happy happi|cries cri|ties tie|gas gas|this this|hopping hop|hoping hope|bied bie
|proceed proceed|succeeding succeed|skies sky|dying die|relational relat|controlling control|rolling roll|singing sing|sing sing
|agreed agre|feed feed|electricity electr|hopefulness hope|formality formal|sensibilities sensibl|analogies analog`;

test.each(vocabulary.split("|").map((pair) => pair.trim().split(" ")))("the stem of %s is %s", (word, stem) => {
  expect(stemEnglish(word ?? "")).toBe(stem);
});

test.each([
  ["configure", "configuration"],
  ["validate", "validation"],
  ["plugin", "plugins"],
  ["dependency", "dependencies"],
  ["deploying", "deployed"],
])("%s and %s have the same stem", (one, other) => {
  expect(stemEnglish(one)).toBe(stemEnglish(other));
});

test.each(["", "a", "io", "naïve", "プラグ", "v2", "c++", "constructor", "__proto__"])(
  "the stemmer leaves %j unchanged",
  (word) => {
    expect(stemEnglish(word)).toBe(word);
  },
);
