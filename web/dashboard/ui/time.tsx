import { useEffect, useState } from "react";

const tickMilliseconds = 20_000;

/** Relative time in the browser's language, with the exact local time on hover. */
export function Time({ at }: { at: string | number }) {
  const date = new Date(at);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMilliseconds);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={date.toISOString()} title={exact.format(date)} className="whitespace-nowrap tabular-nums">
      {relativeTime(date.getTime(), now)}
    </time>
  );
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const dayOnly = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "long" });
const clock = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** “5 min. ago”, or the date if it was more than a month ago. */
export function relativeTime(at: number, now: number): string {
  const difference = at - now;
  const distance = Math.abs(difference);
  if (distance < 45 * second) {
    return "just now";
  }
  if (distance < hour) {
    return relative.format(Math.round(difference / minute), "minute");
  }
  if (distance < day) {
    return relative.format(Math.round(difference / hour), "hour");
  }
  if (distance < 30 * day) {
    return relative.format(Math.round(difference / day), "day");
  }
  return dayOnly.format(at);
}

export function clockTime(at: string): string {
  return clock.format(new Date(at));
}

/** “840 ms”, “3.2 s”, “2 min 5 s”. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < second) {
    return `${Math.round(milliseconds)} ms`;
  }
  if (milliseconds < minute) {
    return `${(milliseconds / second).toFixed(1)} s`;
  }
  return `${Math.floor(milliseconds / minute)} min ${Math.round((milliseconds % minute) / second)} s`;
}

/** Such as “8 hours”. */
export function durationText(minutes: number): string {
  const { unit, minutes: length } = units.find((candidate) => minutes % candidate.minutes === 0) ?? units[2];
  return new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay: "long" }).format(minutes / length);
}

const units = [
  { unit: "day", minutes: 24 * 60 },
  { unit: "hour", minutes: 60 },
  { unit: "minute", minutes: 1 },
] as const;
