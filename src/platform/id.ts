import { randomBytes, randomFillSync } from "node:crypto";
import type { Clock } from "./clock.ts";

// Without i, l, o and u, so that IDs survive being read aloud or typed. In ASCII order, so IDs sort as text.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const timeLength = 10;
const countLength = 2;
const randomLength = 24;
const countMax = alphabet.length ** countLength - 1;

let lastTime = 0;
let count = 0;

export type IdPrefix =
  | "org"
  | "prj"
  | "key"
  | "upd"
  | "job"
  | "thr"
  | "msg"
  | "pul"
  | "usr"
  | "ses"
  | "crd"
  | "pky"
  | "inv"
  | "aud"
  | "whr"
  | "pck"
  | "pat"
  | "evt"
  | "whk"
  | "dlv"
  | "eml"
  | "evq"
  | "evl"
  | "pdf"
  | "drf"
  | "dcm"
  | "rds"
  | "pvl"
  | "arq"
  | "atm"
  | "run"
  | "gap";

/** An unguessable ID (120 random bits) that sorts by creation time, even within one millisecond of this process. */
export function newId(prefix: IdPrefix, clock: Clock): string {
  const now = clock.now();
  count = now === lastTime ? Math.min(count + 1, countMax) : 0;
  lastTime = now;
  return `${prefix}_${encode(now, timeLength)}${encode(count, countLength)}${randomText()}`;
}

/** Sorts before every ID with this prefix that is created from this time on. */
export function firstIdAt(prefix: IdPrefix, time: number): string {
  return `${prefix}_${encode(time, timeLength)}`;
}

const processName = randomBytes(9).toString("base64url");
let requests = 0;

/** A request ID, unique across nodes. It gives no access to anything, so a counter is enough. */
export function newRequestId(): string {
  requests += 1;
  return `req_${processName}_${requests}`;
}

function encode(value: number, length: number): string {
  let text = "";
  let rest = value;
  for (let i = 0; i < length; i++) {
    text = alphabet.charAt(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

// Random bytes for many IDs at a time, because requesting them takes longer than making an ID.
const randomPool = Buffer.alloc(randomLength * 256);
let randomUsed = randomPool.length;

function randomText(): string {
  if (randomUsed === randomPool.length) {
    randomFillSync(randomPool);
    randomUsed = 0;
  }
  let text = "";
  for (let end = randomUsed + randomLength; randomUsed < end; randomUsed++) {
    text += alphabet.charAt((randomPool[randomUsed] ?? 0) % alphabet.length);
  }
  return text;
}
