export interface ValueScale {
  from: number;
  to: number;
  ticks: number[];
}

const ticksWanted = 6;

/** Ends and marks of an axis: round numbers around the values, unless the author says where it starts and ends. */
export function valueScale(values: number[], range: [number, number] | undefined): ValueScale {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const [from, to] = range ?? [low, high > low ? high : low + 1];
  const step = roundStep((to - from) / ticksWanted);
  const first = range === undefined ? Math.floor(from / step) * step : from;
  const last = range === undefined ? Math.ceil(to / step) * step : to;
  const start = Math.ceil(first / step - 1e-9);
  const end = Math.floor(last / step + 1e-9);
  const ticks = Array.from({ length: end - start + 1 }, (_, index) => (start + index) * step);
  // Values that stand outside of the author's range would be drawn outside of the chart.
  return { from: Math.min(first, ...values), to: Math.max(last, ...values), ticks };
}

/** The smallest of 1, 2, 5 and their tenfolds that is not below. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= step * (1 - 1e-9)) ?? 10;
  return factor * power;
}
