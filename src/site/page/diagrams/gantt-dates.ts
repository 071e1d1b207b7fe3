import { DiagramProblem } from "./diagram-source.ts";

/** A time in UTC milliseconds. */
export type Moment = number;
export type DateReader = (text: string) => Moment | undefined;
export type DayOff = (moment: Moment) => boolean;

export const dayMs = 86_400_000;
const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: dayMs, w: 7 * dayMs };
const duration = /^(\d{1,5}(?:\.\d{1,3})?)\s*(ms|s|m|h|d|w|M|y)$/;
const tokens: Record<string, [part: number, pattern: string]> = {
  YYYY: [0, String.raw`(\d{4})`],
  MM: [1, String.raw`(\d{2})`],
  M: [1, String.raw`(\d{1,2})`],
  DD: [2, String.raw`(\d{2})`],
  D: [2, String.raw`(\d{1,2})`],
  HH: [3, String.raw`(\d{2})`],
  H: [3, String.raw`(\d{1,2})`],
  mm: [4, String.raw`(\d{2})`],
  ss: [5, String.raw`(\d{2})`],
};
/** Ignored parts of a date: fractions of a second, a letter before the time, a zone. */
const passedOver: Record<string, string> = {
  SSS: String.raw`\d{1,3}`,
  T: "T",
  Z: String.raw`(?:Z|[+-]\d{2}:?\d{2})?`,
};
/** Seconds or milliseconds since 1970. */
const counters: Record<string, number> = { X: 1_000, x: 1 };
const formatPart = /YYYY|MM?|DD?|HH?|mm|ss|SSS|[^A-Za-z]|./g;
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const countedDaysMax = 5_000;

/** Parses dates of a format such as `YYYY-MM-DD HH:mm`. Rejects dates that don't exist. */
export function dateReader(format: string): DateReader {
  const counter = Object.hasOwn(counters, format.trim()) ? counters[format.trim()] : undefined;
  if (counter !== undefined) return (text) => (/^\d{1,14}$/.test(text) ? Number(text) * counter : undefined);
  const order: number[] = [];
  const parts = format.match(formatPart) ?? [];
  const letters = parts.filter((part) => /[A-Za-z]/.test(part));
  // A repeated part is meaningless, and many variable-length parts take forever to match.
  if (new Set(letters).size < letters.length) throw unknownFormat(format);
  const pattern = parts.map((part) => {
    const token = Object.hasOwn(tokens, part) ? tokens[part] : undefined;
    if (Object.hasOwn(passedOver, part)) return passedOver[part];
    if (token === undefined && /[A-Za-z]/.test(part)) throw unknownFormat(format);
    if (token === undefined) return part.replace(/[^\w\s]/, "\\$&");
    order.push(token[0]);
    return token[1];
  });
  const whole = new RegExp(`^${pattern.join("")}$`);
  return (text) => {
    const found = whole.exec(text);
    if (found === null) return undefined;
    const numbers = [1970, 1, 1, 0, 0, 0];
    for (const [index, part] of order.entries()) numbers[part] = Number(found[index + 1]);
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
    const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
    const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
    return isReal && hour < 24 && minute < 60 && second < 60 ? date.getTime() : undefined;
  };
}

function unknownFormat(format: string): DiagramProblem {
  return new DiagramProblem(`its date format "${format.slice(0, 40)}" is not understood`);
}

/** The end of a duration such as `3d` or `1M`, or undefined if the text isn't one. Excluded days don't count. */
export function addDuration(start: Moment, text: string, isOff: DayOff | undefined): Moment | undefined {
  const [, count = "", unit = ""] = duration.exec(text) ?? [];
  if (unit === "") return undefined;
  const ms = unitMs[unit];
  if (ms === undefined) {
    const date = new Date(start);
    return date.setUTCMonth(date.getUTCMonth() + Math.round(Number(count) * (unit === "y" ? 12 : 1)));
  }
  let left = Number(count) * ms;
  if (isOff === undefined) return start + left;
  let end = start;
  for (let days = 0; left > 0; days += 1) {
    if (days > countedDaysMax) throw new DiagramProblem(`a task takes more than ${countedDaysMax} days`);
    const isFree = isOff(end);
    const step = isFree ? dayMs : Math.min(left, dayMs);
    if (!isFree) left -= step;
    end += step;
  }
  return end;
}

interface Exceptions {
  /** Dates that count despite being excluded. */
  included: string;
  /** The first day of a weekend: Saturday by default, or Friday. */
  weekend: string | undefined;
}

/** The values of `excludes`: weekends, weekdays and single dates. */
export function daysOff(text: string, readDate: DateReader, { included, weekend }: Exceptions): DayOff | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  if (words.length === 0) return undefined;
  const weekly = new Set<number>();
  const single = new Set<number>();
  for (const word of words) {
    const day = weekdays.indexOf(word.toLowerCase());
    const date = readDate(word);
    if (word.toLowerCase() === "weekends") weekly.add(6).add(weekend?.toLowerCase() === "friday" ? 5 : 0);
    else if (day >= 0) weekly.add(day);
    else if (date !== undefined) single.add(Math.floor(date / dayMs));
    else throw new DiagramProblem(`it excludes "${word.slice(0, 40)}", which is not a day`);
  }
  const dates = included.split(/[\s,]+/).map(readDate);
  const counted = new Set(dates.map((date) => Math.floor((date ?? Number.NaN) / dayMs)));
  return (moment) => {
    const day = Math.floor(moment / dayMs);
    return !counted.has(day) && (weekly.has(new Date(moment).getUTCDay()) || single.has(day));
  };
}
