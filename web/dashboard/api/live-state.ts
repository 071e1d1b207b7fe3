const pollMilliseconds = 4_000;

let isLive = false;

/** Answers whether that is something new. */
export function setLive(next: boolean): boolean {
  const isNew = next !== isLive;
  isLive = next;
  return isNew;
}

/** How often a list is read again: not at all while its changes are told, and now and then when nobody tells them. */
export function pollUnlessLive(): number | false {
  return isLive ? false : pollMilliseconds;
}
