import { dayMs, type Moment } from "./gantt-dates.ts";

interface Tick {
  moment: Moment;
  text: string;
}

const ticksMax = 6;
const hourMs = dayMs / 24;
const minuteMs = hourMs / 60;
const smallSteps = [1, 5, 15, 30].map((count) => count * minuteMs);
const steps = [...smallSteps, hourMs, 3 * hourMs, 6 * hourMs, 12 * hourMs, dayMs, 2 * dayMs, 7 * dayMs, 14 * dayMs];
const monthSteps = [1, 3, 6, 12, 24, 60, 120, 600, 1200, 6000];
/** The first Monday of the epoch, so that weeks begin with one. */
const firstMonday = 4 * dayMs;

/** Round moments between two others, few enough to be read beside each other. Dates are written as in ISO 8601. */
export function ticksBetween(start: Moment, end: Moment): Tick[] {
  const span = end - start;
  // A time without its date says nothing where there are several days.
  const stepMin = span < 2 * dayMs ? 0 : dayMs;
  const step = steps.find((size) => size >= stepMin && span / size <= ticksMax);
  return step === undefined ? monthTicks(start, end) : evenTicks(start, end, step);
}

function evenTicks(start: Moment, end: Moment, step: number): Tick[] {
  const origin = step % (7 * dayMs) === 0 ? firstMonday : 0;
  const ticks: Tick[] = [];
  for (let moment = origin + Math.ceil((start - origin) / step) * step; moment <= end; moment += step) {
    const text = new Date(moment).toISOString();
    ticks.push({ moment, text: step < dayMs ? text.slice(11, 16) : text.slice(0, 10) });
  }
  return ticks;
}

function monthTicks(start: Moment, end: Moment): Tick[] {
  const [first, last] = [monthOf(start), monthOf(end)];
  const step = monthSteps.find((months) => (last - first) / months <= ticksMax) ?? 12_000;
  const ticks: Tick[] = [];
  for (let month = Math.ceil(first / step) * step; month <= last; month += step) {
    const moment = Date.UTC(Math.floor(month / 12), month % 12, 1);
    const text = new Date(moment).toISOString().slice(0, step < 12 ? 7 : 4);
    if (moment >= start && moment <= end) ticks.push({ moment, text });
  }
  return ticks;
}

function monthOf(moment: Moment): number {
  const date = new Date(moment);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
