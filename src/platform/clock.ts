/** The only source of time, so that tests can control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const dayMilliseconds = 86_400_000;

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function isoTimeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : isoTime(milliseconds);
}

/** The date in UTC, such as 2026-03-02. */
export function dayOf(milliseconds: number): string {
  return isoTime(milliseconds).slice(0, "2026-03-02".length);
}
