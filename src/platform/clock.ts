/** The one source of time, so that a test can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
