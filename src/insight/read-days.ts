import { dayMilliseconds, dayOf } from "../platform/clock.ts";
import { AppError } from "../platform/errors.ts";

/** A range of days. Both the first and the last day are included. */
export interface DayRange {
  from: string;
  to: string;
}

const daysDefault = 30;
const daysMax = 400;

/** The requested days; by default the last 30. */
export function readDays({ from, to }: { from?: string; to?: string }, now: number): DayRange {
  const last = to === undefined ? dayOf(now) : realDay("to", to);
  const first =
    from === undefined ? dayOf(Date.parse(last) - (daysDefault - 1) * dayMilliseconds) : realDay("from", from);
  if (first > last) {
    throw new AppError("bad_request", `The first day, ${first}, is after the last day, ${last}.`);
  }
  if (listDays({ from: first, to: last }).length > daysMax) {
    throw new AppError("bad_request", `Request at most ${daysMax} days at once.`);
  }
  return { from: first, to: last };
}

/** The days that a request gives; both are optional. */
export function readGivenDays({ from, to }: { from?: string; to?: string }): { from?: string; to?: string } {
  return {
    ...(from !== undefined && { from: realDay("from", from) }),
    ...(to !== undefined && { to: realDay("to", to) }),
  };
}

/** Every day of the range, but at most one day more than a request may cover. */
export function listDays({ from, to }: DayRange): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds) + 1;
  return Array.from({ length: Math.min(count, daysMax + 1) }, (_, index) =>
    dayOf(Date.parse(from) + index * dayMilliseconds),
  );
}

/** The range as timestamps. `until` isn't included. */
export function moments({ from, to }: DayRange): { since: number; until: number } {
  return { since: Date.parse(from), until: Date.parse(to) + dayMilliseconds };
}

function realDay(name: string, day: string): string {
  const time = Date.parse(day);
  if (Number.isNaN(time) || dayOf(time) !== day) {
    throw new AppError(
      "bad_request",
      `The query parameter ${name} is ${day}, which isn't a valid date; use the format 2026-03-02.`,
    );
  }
  return day;
}
