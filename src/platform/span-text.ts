const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A duration as people say it, in the largest unit that keeps it whole: `an hour`, `90 minutes`, `45 seconds`. */
export function spanText(seconds: number): string {
  const [unit, length] = units.find((known) => seconds >= known[1] && seconds % known[1] === 0) ?? units[3];
  const count = seconds / length;
  if (count !== 1 || unit === "second") return `${count} ${unit}${count === 1 ? "" : "s"}`;
  return unit === "hour" ? "an hour" : `a ${unit}`;
}

/** A waiting time. Rounded up to minutes above two minutes. */
export function waitText(seconds: number): string {
  if (seconds <= 120) return spanText(seconds);
  return spanText(seconds <= 7_200 ? Math.ceil(seconds / 60) * 60 : Math.ceil(seconds / 3_600) * 3_600);
}
