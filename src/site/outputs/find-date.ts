const months = "january february march april may june july august september october november december".split(" ");
const iso = /\b((?:19|20)\d{2})-(\d{2})(?:-(\d{2}))?\b/;
const named =
  /\b(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?([a-z]{3,9})\.?(?:\s+(\d{1,2})(?:st|nd|rd|th)?,?)?\s+((?:19|20)\d{2})\b/i;

/** The day in a label such as `2026-05-01`, `May 1, 2026`, `1 May 2026` or `May 2026`; undefined when there is none. */
export function findDate(label: string): string | undefined {
  const [, year, month, day = "01"] = iso.exec(label) ?? [];
  if (year !== undefined) return checked(Number(year), Number(month), Number(day));
  const [, first, name = "", second, namedYear] = named.exec(label) ?? [];
  const index = months.findIndex((candidate) => candidate.slice(0, 3) === name.slice(0, 3).toLowerCase());
  if (namedYear === undefined || index === -1) return undefined;
  return checked(Number(namedYear), index + 1, Number(first ?? second ?? 1));
}

/** `2026-02-31` is no day. */
function checked(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString() : undefined;
}
