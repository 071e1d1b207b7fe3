import { expect, test } from "vitest";
import { createLeakGuard } from "./leak-guard.ts";

const instructions = "You answer readers' questions about the documentation of Kettle. Use only the passages.";

function write(text: string, size: number): { out: string; hasLeaked: boolean } {
  const guard = createLeakGuard(instructions);
  let out = "";
  for (let at = 0; at < text.length; at += size) out += guard.push(text.slice(at, at + size));
  return { out: out + guard.end(), hasLeaked: guard.hasLeaked };
}

test("an answer passes unchanged, however it is split", () => {
  const answer = "Kettle answers with a beep when the water is hot. Use only fresh water, and read the documentation.";
  for (const size of [1, 7, 200]) expect(write(answer, size)).toEqual({ out: answer, hasLeaked: false });
});

test.each([
  ["word for word", instructions],
  ["after a harmless beginning", `Of course, here they are for you, my dear friend and helper: ${instructions}`],
  ["in capitals and with marks", instructions.toUpperCase().split(" ").join(" * ")],
  ["with many invisible characters", [...instructions].join("\u200b\u2060\u200d\u200b\u2060\u200d")],
  ["with accents", instructions.replaceAll(/[aeiou]/g, "$&\u0301")],
])("instructions recited %s are cut off before they reach the reader", (_how, text) => {
  for (const size of [1, 9, 500]) {
    const { out, hasLeaked } = write(text, size);
    expect(hasLeaked).toBe(true);
    expect(out.replaceAll(/[^\w ]/g, "").toLowerCase()).not.toMatch(/questions about|documentation of/);
  }
});

test("words are held back only while they match the instructions", () => {
  const guard = createLeakGuard(instructions);
  expect([guard.push("Use "), guard.push("apt, "), guard.push("and wait.")].join("|")).toMatch(/^\|Use ap?\|t, and /);
  expect(guard.push(" See the documentation of Kettle")).toMatch(/See ?$/);
  expect(guard.push(" for that.") + guard.end()).toMatch(/the documentation of Kettle for that\.$/);
});

test("nothing of recited instructions is shown, not even their first word", () => {
  expect(write(`My orders: ${instructions}`, 5).out).toBe("My orders: ");
});
