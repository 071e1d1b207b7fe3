import { seededRandom } from "./seeded-random.ts";

/** Draws words that are typical of documentation. A seed always gives the same words. */
export interface WordSource {
  random(): number;
  /** A random integer below the limit. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  noun(): string;
  verb(): string;
  adjective(): string;
  /** A name in one of the spellings `retryBudget`, `retry_budget`, `RetryBudget` and `retry-budget`. */
  name(spelling: Spelling): string;
  sentence(): string;
  title(): string;
}

type Spelling = "camel" | "snake" | "pascal" | "kebab";

export function createWordSource(seed: number): WordSource {
  const random = seededRandom(seed);
  // Consecutive seeds produce similar first numbers, so the first ones are skipped.
  for (let round = 0; round < 8; round += 1) random();
  const below = (limit: number) => Math.min(Math.floor(random() * limit), limit - 1);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  // As in any text, a few words are common and most are rare: the rank is the number of words to a random power.
  const common = (words: readonly string[]) => words[Math.floor(words.length ** random()) - 1] ?? words[0] ?? "";
  const noun = () => common(nouns);
  const verb = () => common(verbs);
  const adjective = () => common(adjectives);
  const name = (spelling: Spelling) => {
    const parts = [pick(nouns), pick(random() < 0.5 ? nouns : verbs), ...(random() < 0.3 ? [pick(nouns)] : [])];
    return spell(parts, spelling);
  };
  const fill = (pattern: string) =>
    pattern.replaceAll(/\b[NVACI]\b/g, (slot) => {
      if (slot === "N") return noun();
      if (slot === "V") return verb();
      if (slot === "A") return adjective();
      if (slot === "I") return String(2 + below(900));
      return `\`${name(pick(["camel", "snake"]))}\``;
    });
  const sentence = () => capitalised(fill(pick(patterns)));
  const title = () => capitalised(fill(pick(titles)));
  return { random, below, pick, noun, verb, adjective, name, sentence, title };
}

function spell(parts: string[], spelling: Spelling): string {
  if (spelling === "snake") return parts.join("_");
  if (spelling === "kebab") return parts.join("-");
  const [first = "", ...rest] = parts;
  return (spelling === "pascal" ? capitalised(first) : first) + rest.map(capitalised).join("");
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Patterns of sentences. N is a noun, V a verb, A an adjective, C a name in code, I a number. */
const patterns = [
  "the N and its N must V before the A N can V again.",
  "when a A N is full, C returns the last N and the N waits for I seconds.",
  "you can V every N of the N, but a A N keeps its own N.",
  "set C to I if the N should V without a N.",
  "an N that was written by another N is A, so V it first and V it once more.",
  "most teams V the N in **A** mode and leave the N to the N.",
  "if the N does not V, look at the N of the A N and compare it with C.",
  "a N has one N, at most I items, and a A N for each N that may V it.",
  "call C with the N you want to V; it answers with a A N or with the reason.",
  "unlike a N, the N is never A: it will V as soon as the N has a N.",
  "by default the N is kept for I days, which is enough to V a A N.",
  "to V the N, give it a N, a A N and the N that C prints.",
  "nothing of the N leaves the N, and the A N is removed when you V it.",
  "the A N reads C in order to V the N that belongs to the N.",
  "there is a N for this: V it with *A* settings and watch how the N changes.",
  "both C and the N accept a A N, but only the N may V it.",
  "older versions of the N did not V a N, so a A N may still be left behind.",
  "it takes about I milliseconds to V a N on a A N.",
  "keep the N A, V often, and let the N decide which N comes first.",
  "whoever may V the N sees its N, its A N and the N before it.",
];

const titles = [
  "V a A N",
  "the N of a N",
  "V the N with C",
  "A N and N",
  "how a N can V",
  "N reference",
  "before you V the N",
  "when the N is A",
];

const nouns =
  `project page request response server client token key account user team role policy session queue job worker event
stream message webhook payload header cookie domain certificate region cluster node container image volume network subnet
route gateway proxy balancer cache index query filter field column table row schema migration database replica backup
snapshot restore transaction lock lease timeout retry budget limit quota rate window bucket object folder file path link
archive bundle package module library runtime compiler parser lexer grammar syntax tree branch commit merge tag release
version changelog feature flag experiment variant cohort metric counter gauge histogram trace span log line alert monitor
dashboard chart report export import template theme layout component button dialog form input label tooltip menu sidebar
banner icon font colour palette image video caption transcript recording playlist channel subscriber topic partition offset
consumer producer broker exchange binding consent invoice payment refund charge balance ledger currency discount coupon plan
subscription trial seat member invitation profile avatar password passkey secret vault credential scope permission grant
audit incident runbook escalation schedule rotation shift calendar reminder notification email digest attachment thread
comment reaction mention assistant prompt answer citation passage embedding vector model provider adapter tool agent memory
context history conversation transcript summary outline heading paragraph sentence glossary translation locale language
currency timezone clock interval deadline budget forecast trend anomaly threshold baseline sample dataset record batch
pipeline stage step artifact build deployment rollback canary environment variable setting option default override profile
sandbox emulator simulator fixture mock stub harness suite assertion coverage mutation benchmark profiler sampler heap stack
register pointer buffer socket port address packet frame checksum digest signature cipher nonce salt handshake tunnel peer
mesh sidecar operator controller resource manifest chart value selector annotation quorum leader follower election term
epoch shard ring hash bloom cursor page limit sort order rank score relevance synonym stemmer tokenizer analyzer corpus
catalogue inventory warehouse shipment parcel carrier tracking customs tariff supplier purchase order basket checkout
delivery courier driver vehicle fleet sensor reading device firmware gateway hub meter battery charger station outlet
patient appointment clinic referral prescription dosage allergy lesson course module quiz grade student teacher syllabus
ticket booking flight itinerary passenger luggage lounge upgrade reservation room guest deposit listing landlord tenant
mortgage appraisal broker portfolio holding dividend option future hedge exposure drawdown candle orderbook spread venue`
    .split(/\s+/)
    .filter((word, place, all) => all.indexOf(word) === place);

const verbs =
  `create update delete read write send receive open close start stop build publish deploy restore verify check search find
list filter sort merge split copy move rename import export connect disconnect authorise revoke rotate renew expire refresh
invalidate cache compress decompress encrypt decrypt sign hash encode decode parse format render validate reject accept
approve schedule cancel retry resume pause drain flush append prepend insert replace remove archive mount attach detach
configure install upgrade downgrade patch migrate seed reset clear inspect trace profile sample measure compare estimate
forecast notify subscribe unsubscribe broadcast forward redirect rewrite resolve register discover elect promote demote
throttle limit block allow quarantine release claim assign transfer charge refund settle reconcile translate summarise
annotate highlight embed rank score classify cluster label train evaluate calibrate simulate replay record capture crop
resize convert stitch preview stage roll pin unpin freeze thaw warm evict reserve book dispatch deliver track pair unpair`
    .split(/\s+/)
    .filter((word, place, all) => all.indexOf(word) === place);

const adjectives =
  `new local remote public private shared default optional required empty full open closed active idle stale fresh valid
invalid signed encrypted compressed incremental partial complete nested flat ordered sorted unique duplicate temporary
permanent immutable mutable atomic eventual consistent durable volatile primary secondary regional global internal external
trusted hostile verified pending failed finished cancelled scheduled recurring manual automatic implicit explicit strict
lenient verbose quiet fast slow large small short long early late previous next current legacy experimental stable
deprecated supported custom standard typed untyped binary textual numeric boolean optimistic pessimistic synchronous
concurrent parallel serial batched streaming buffered cached warm cold hot redundant degraded healthy isolated federated`
    .split(/\s+/)
    .filter((word, place, all) => all.indexOf(word) === place);
