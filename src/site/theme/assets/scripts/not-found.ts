// The page for unknown addresses suggests the pages with the most similar addresses, in place of the last of its own
// suggestions. A site lists its pages in llms.txt.
const suggestionsMax = 3;
const similarityMin = 0.4;
const listLengthMax = 2_000_000;

const places = document.querySelector("[data-places]");
if (places) void suggest(places).catch(() => undefined);

async function suggest(places: Element): Promise<void> {
  const response = await fetch("/llms.txt");
  const text = response.ok ? await response.text() : "";
  const wanted = addressOf(location.href);
  const found = new Map<string, { title: string; similarity: number }>();
  for (const [, title = "", href = ""] of text.slice(0, listLengthMax).matchAll(/\[([^[\]\n]+)\]\(([^()\s]+)\)/g)) {
    const address = addressOf(href);
    const similarity = (likeness(address, wanted) + 2 * likeness(lastPart(address), lastPart(wanted))) / 3;
    if (similarity >= similarityMin) found.set(address, { title, similarity });
  }
  const nearest = [...found].sort(([, a], [, b]) => b.similarity - a.similarity).slice(0, suggestionsMax);
  for (const [address, { title }] of nearest.reverse()) {
    const link = document.createElement("a");
    link.href = address;
    link.append(
      Object.assign(document.createElement("span"), { textContent: title }),
      Object.assign(document.createElement("small"), { textContent: address }),
    );
    const item = document.createElement("li");
    item.append(link);
    if (places.children.length > suggestionsMax) places.lastElementChild?.remove();
    places.prepend(item);
  }
}

/** The path of a page on this site, without the ending of its Markdown. */
function addressOf(href: string): string {
  const { pathname } = new URL(href, location.origin);
  return pathname.replace(/\.mdx?$|\.html$/, "").replace(/(.)\/$/, "$1");
}

function lastPart(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}

/** The share of letter pairs that two addresses have in common. */
function likeness(one: string, other: string): number {
  const [pairs, others] = [pairsOf(one), pairsOf(other)];
  if (pairs.size + others.size === 0) return 0;
  return (2 * [...pairs].filter((pair) => others.has(pair)).length) / (pairs.size + others.size);
}

function pairsOf(text: string): Set<string> {
  const letters = text.toLowerCase();
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}
