const pollMilliseconds = 4_000;

let isLive = false;

/** Sets the state and returns whether it changed. */
export function setLive(next: boolean): boolean {
  const isNew = next !== isLive;
  isLive = next;
  return isNew;
}

/** Polls lists only while the live stream is down. */
export function pollUnlessLive(): number | false {
  return isLive ? false : pollMilliseconds;
}
