import { findSubjectWords, stemOf } from "./find-subject-words.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Groups of synonyms in software documentation, one group per line. */
const groups = `proxy forward backend
login signin authentication sso
delete remove erase clear
expire expiration ttl lifetime
conflict clash collision namespace prefix
limit maximum quota throttle
schedule cron periodic
startup shutdown lifespan lifecycle
performance speed slow optimize
password credential secret
crash exception failure
folder directory
parameter argument
upgrade migrate migration
tls ssl https certificate
payload body
websocket realtime
customize theme style
merge combine mount compose
hide exclude ignore omit
environment env dotenv
plugin extension addon
token bearer jwt
redirect rewrite
stream streaming sse
picture image photo
monitor metrics telemetry
translate localization i18n
queue worker job
backup dump snapshot
domain dns hostname
timeout deadline
parse parser deserialize`;

/** A word that the site uses more often than this needs no synonym. */
const rareShareMax = 0.01;
const synonymsMax = 2;

/** For each word of the question that the site rarely uses, the synonym that the site uses most. */
export function synonymsOf(vocabulary: Vocabulary, text: string): string[] {
  const asked = findSubjectWords(text);
  const stems = new Set(asked.map(stemOf));
  const found = asked.flatMap((word) => {
    const own = vocabulary.shareOf(word);
    if (own > rareShareMax) return [];
    const group = (byStem.get(stemOf(word)) ?? []).filter(
      (other) => !stems.has(stemOf(other)) && vocabulary.shareOf(other) > own,
    );
    return group.sort((a, b) => vocabulary.shareOf(b) - vocabulary.shareOf(a)).slice(0, 1);
  });
  return [...new Set(found)].slice(0, synonymsMax);
}

const byStem = new Map(
  groups.split("\n").flatMap((line) => {
    const group = line.split(" ");
    return group.map((word): [string, string[]] => [stemOf(word), group]);
  }),
);
