const dayMilliseconds = 86_400_000;

/** The first and the last day, both included. */
export interface Period {
  from: string;
  to: string;
}

/** The last days up to today. Days are in UTC, as on the server. */
export function lastDays(days: number, now: number): Period {
  return { from: dayOf(now - (days - 1) * dayMilliseconds), to: dayOf(now) };
}

function daysIn({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds) + 1;
}

/** The same number of days before a period. */
export function periodBefore(period: Period): Period {
  const start = Date.parse(period.from);
  return { from: dayOf(start - daysIn(period) * dayMilliseconds), to: dayOf(start - dayMilliseconds) };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** “+25%”, “−10%” or “no change”; undefined if the previous value was zero. */
export function describeChange(now: number, before: number): string | undefined {
  if (before === 0) {
    return undefined;
  }
  const percent = Math.round(((now - before) / before) * 100);
  return percent === 0 ? "no change" : `${percent > 0 ? "+" : "−"}${Math.abs(percent).toLocaleString("en")}%`;
}

const dayFormat = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const yearFormat = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });
const weekdayFormat = new Intl.DateTimeFormat("en", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** “Mar 2”, in UTC regardless of the local time zone. */
export function dayLabel(day: string): string {
  return dayFormat.format(timeOf(day));
}

/** “Mon, Mar 2”, or “Mon, Mar 2, 13:00 UTC” for an hour such as `2026-03-02T13`. */
export function pointLabel(at: string): string {
  const label = weekdayFormat.format(timeOf(at));
  return at.length > 10 ? `${label}, ${at.slice(11)}:00 UTC` : label;
}

export function periodLabel({ from, to }: Period): string {
  return from === to ? yearFormat.format(timeOf(from)) : yearFormat.formatRange(timeOf(from), timeOf(to));
}

/** The time of a day or an hour. */
export function timeOf(at: string): number {
  return Date.parse(at.length > 10 ? `${at}:00:00Z` : `${at}T00:00:00Z`);
}
