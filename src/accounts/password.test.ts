import { expect, test } from "vitest";
import { hashPassword, passwordCost, verifyPassword } from "./password.ts";

test("a hash matches only its password, and no two hashes are the same", async () => {
  const [first, second] = [await hashPassword("correct horse"), await hashPassword("correct horse")];
  expect(first).not.toBe(second);
  expect(await verifyPassword(first, "correct horse", "known")).toBe(true);
  expect(await verifyPassword(second, "correct horse", "known")).toBe(true);
  expect(await verifyPassword(first, "correct horse ", "known")).toBe(false);
});

test("a hash written by an earlier version of Lectern still matches", async () => {
  // Other files in this process may have lowered the cost.
  passwordCost.N = 16_384;
  const stored =
    "98208838938245c29a710ee33d62ce24:a7fe77c84edfa4e0cf28b3bbcad3113b155c541417c0a9fe51499c367f4aaf9ef85e4fcc564eccaf86d91b6203a67c5b536505c5cae885d40473080380b7d50a";
  expect(await verifyPassword(stored, "correct horse battery", "known")).toBe(true);
  expect(await verifyPassword(stored, "correct horse", "known")).toBe(false);
});

test("the same characters in another Unicode form are the same password", async () => {
  expect(await verifyPassword(await hashPassword("caf\u00e9"), "cafe\u0301", "known")).toBe(true);
});

test.each([null, "", "nonsense", "00:", ":00", "00:00"])("no password matches the damaged hash %j", async (stored) => {
  expect(await verifyPassword(stored, "", "known")).toBe(false);
});
