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
