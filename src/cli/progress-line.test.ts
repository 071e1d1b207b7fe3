import { expect, test } from "vitest";
import { createProgressLine } from "./progress-line.ts";

function setUp(isTTY: boolean) {
  let time = 0;
  let written = "";
  const terminal = { isTTY, columns: 20, write: (text: string) => (written += text) };
  const line = createProgressLine(terminal, () => time);
  const wait = (milliseconds: number) => {
    time += milliseconds;
  };
  return { line, wait, written: () => written };
}

test("the progress line is rewritten in place and cleared before other output", () => {
  const { line, wait, written } = setUp(true);
  line.show("1 of 9");
  wait(100);
  line.show("2 of 9");
  line.clear();
  line.clear();
  expect(written()).toBe("\r\u001B[K1 of 9\r\u001B[K2 of 9\r\u001B[K");
});

test("rapid progress updates are throttled to one line", () => {
  const { line, written } = setUp(true);
  for (let step = 0; step < 1_000; step += 1) line.show(`${step}`);
  expect(written()).toBe("\r\u001B[K0");
});

test("the progress line is never wider than the terminal", () => {
  const { line, written } = setUp(true);
  line.show("x".repeat(100));
  expect(written()).toBe(`\r\u001B[K${"x".repeat(19)}`);
});

test("no progress is written to a file or a pipe", () => {
  const { line, written } = setUp(false);
  line.show("1 of 9");
  line.clear();
  expect(written()).toBe("");
});
