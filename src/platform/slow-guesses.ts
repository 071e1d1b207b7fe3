import { widerNetwork } from "./address.ts";
import type { Clock } from "./clock.ts";
import { countInWindow, deleteWindows, readWindows } from "./counters/store.ts";
import type { Database, Transaction } from "./db/database.ts";
import { AppError, type ErrorCode } from "./errors.ts";
import { waitText } from "./span-text.ts";
import { hashToken } from "./tokens.ts";

/** A counter of wrong guesses. After the free ones, each wrong guess doubles the wait for the next one. */
interface GuessCounter {
  name: string;
  subject: string;
  free: number;
  waitSecondsMax: number;
}

const hourMilliseconds = 3_600_000;
const ownGuesses = { free: 5, waitSecondsMax: 300 };
const addressGuesses = { free: 20, waitSecondsMax: 60 };
// Limits guessers with many addresses. The limit is high and the wait short, because it also slows down an owner on a
// new device.
const accountGuesses = { free: 100, waitSecondsMax: 10 };
// A guesser at this step already knows the password, and a code has only six digits. An owner on a known browser isn't
// slowed down.
const codeGuesses = { free: 10, waitSecondsMax: 300 };

/** The errors of a wrong guess. With any other error, the attempt isn't counted. */
const wrong: readonly ErrorCode[] = ["unauthenticated", "forbidden", "not_found", "conflict"];

/**
 * Slows down guessing without locking anyone out. A guess is counted before it is checked, so that many concurrent
 * guesses don't get around the limit. The count is taken back if the guess was right.
 */
export async function slowGuesses<Result>(
  { database, clock }: { database: Database; clock: Clock },
  counters: readonly GuessCounter[],
  work: () => Promise<Result>,
): Promise<Result> {
  const now = clock.now();
  await database.transaction((tx) => admit(tx, counters, now), { durability: "relaxed" });
  const takeBack = () => database.transaction((tx) => uncount(tx, counters, now), { durability: "relaxed" });
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    if (!(error instanceof AppError && wrong.includes(error.code))) await takeBack();
    throw error;
  }
  await takeBack();
  return result;
}

/** Facts about a client that signs in to an account. */
interface Guesser {
  email: string;
  address: string;
  /** The ID of a browser that has signed in to this account before. Only its own mistakes count against it. */
  browserId: string | undefined;
  /** Whether the user has signed in from this address before. */
  isKnownAddress: boolean;
}

export function signInCounters({ email, address, browserId, isKnownAddress }: Guesser): GuessCounter[] {
  const account = hashToken(email);
  if (browserId !== undefined) {
    return [{ name: "guess-browser", subject: `${account}/${browserId}`, ...ownGuesses }];
  }
  const ofAccount = { name: "guess-account", subject: account, ...accountGuesses };
  return [
    { name: "guess-own", subject: `${account}/${address}`, ...ownGuesses },
    ...addressCounters("guess-address", address),
    ...(isKnownAddress ? [] : [ofAccount]),
  ];
}

/** For the current password of a signed-in account. */
export function passwordCounters(email: string, sessionId: string): GuessCounter[] {
  return [{ name: "guess-browser", subject: `${hashToken(email)}/${sessionId}`, ...ownGuesses }];
}

/**
 * For codes of the second factor. `browserId` is a browser that has signed in to this account before, or a session of
 * the account.
 */
export function codeCounters(email: string, browserId: string | undefined): GuessCounter[] {
  const account = hashToken(email);
  return browserId === undefined
    ? [{ name: "guess-code", subject: account, ...codeGuesses }]
    : [{ name: "guess-code-browser", subject: `${account}/${browserId}`, ...ownGuesses }];
}

/** For the password that all readers of a site share. */
export function siteGuessCounters(projectId: string, address: string): GuessCounter[] {
  return [
    { name: "guess-site-own", subject: `${projectId}/${address}`, ...ownGuesses },
    ...addressCounters("guess-site-address", address),
    { name: "guess-site", subject: projectId, ...accountGuesses },
  ];
}

/** For the secrets in links. */
export function linkCounters(address: string): GuessCounter[] {
  return addressCounters("guess-link", address);
}

/**
 * Called when the password or second factor of an account was reset, so that earlier guesses don't count against the
 * new one.
 */
export async function forgetGuesses(tx: Transaction, email: string): Promise<void> {
  const names = ["guess-account", "guess-code"];
  await deleteWindows(tx, [...names, ...names.map(waitName)], hashToken(email));
}

function addressCounters(name: string, address: string): GuessCounter[] {
  const own = { name, subject: address, ...addressGuesses };
  const wider = widerNetwork(address);
  return wider === undefined ? [own] : [own, { ...own, subject: wider.subject, free: own.free * wider.times }];
}

async function admit(tx: Transaction, counters: readonly GuessCounter[], now: number): Promise<void> {
  for (const { name, subject, free, waitSecondsMax } of counters) {
    // Counting locks the row, so concurrent guesses see each other's wait.
    const { count } = await countInWindow(tx, name, subject, now, hourMilliseconds);
    const wait = waitName(name);
    const running = (await readWindows(tx, subject, [wait], now)).get(wait);
    if (running !== undefined) {
      const retryAfterSeconds = Math.max(1, Math.ceil((running.resetAt - now) / 1_000));
      throw new AppError("limited", `Too many wrong attempts; try again in ${waitText(retryAfterSeconds)}.`, {
        retryAfterSeconds,
      });
    }
    if (count >= free) {
      const seconds = Math.min(2 ** (count - free), waitSecondsMax);
      await countInWindow(tx, wait, subject, now, seconds * 1_000);
    }
  }
}

async function uncount(tx: Transaction, counters: readonly GuessCounter[], now: number): Promise<void> {
  for (const { name, subject } of counters) {
    await deleteWindows(tx, [waitName(name)], subject);
    await countInWindow(tx, name, subject, now, hourMilliseconds, -1);
  }
}

function waitName(name: string): string {
  return `${name}-wait`;
}
