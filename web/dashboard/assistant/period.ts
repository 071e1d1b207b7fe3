const dayMilliseconds = 86_400_000;

/** The first and the last day, both included. */
export interface Period {
  from: string;
  to: string;
}

/** The last days up to today, and the same number of days before them. Days are in UTC, as on the server. */
export function lastDays(days: number, now: number): { period: Period; before: Period } {
  const dayAgo = (count: number) => new Date(now - count * dayMilliseconds).toISOString().slice(0, 10);
  return {
    period: { from: dayAgo(days - 1), to: dayAgo(0) },
    before: { from: dayAgo(2 * days - 1), to: dayAgo(days) },
  };
}

/** “+25%”, “−10%” or “no change”; undefined if the previous value was zero. */
export function describeChange(now: number, before: number): string | undefined {
  if (before === 0) {
    return undefined;
  }
  const percent = Math.round(((now - before) / before) * 100);
  return percent === 0 ? "no change" : `${percent > 0 ? "+" : "−"}${Math.abs(percent).toLocaleString("en")}%`;
}
