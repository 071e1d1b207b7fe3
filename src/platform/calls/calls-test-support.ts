import { setTimeout } from "node:timers/promises";
import { AppError } from "../errors.ts";
import { answerCalls } from "./answer-calls.ts";

/** What a process can be asked, and the ways in which it can fail. */
export const testCalls = {
  add: ({ left, right }: { left: number; right: number }) => left + right,
  /** Returns when the call started, by a clock that all processes share. */
  wait: ({ milliseconds }: { milliseconds: number }) => setTimeout(milliseconds, process.hrtime.bigint()),
  pid: () => process.pid,
  refuse: () => {
    throw new AppError("bad_request", "No.");
  },
  fail: () => {
    throw new Error("broken");
  },
  spin: () => {
    for (;;) Math.random();
  },
  hoard: () => {
    const kept: string[][] = [];
    for (;;) kept.push(new Array(100_000).fill("x"));
  },
  exit: () => process.exit(1),
};

if (process.send !== undefined && process.argv[1] === import.meta.filename) answerCalls(testCalls);
