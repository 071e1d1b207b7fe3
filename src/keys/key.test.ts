import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateKey, hashKey, keyHint, keyKind } from "./key.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe.each([
  { kind: "admin", prefix: "svc_" },
  { kind: "assistant", prefix: "svc_dsc_" },
] as const)("an $kind key", ({ kind, prefix }) => {
  test("is its prefix, 32 random characters and the CRC-32 of both in base 62", () => {
    const key = generateKey(kind);
    expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`));
    const checksum = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0);
    expect(checksum).toBe(crc32(key.slice(0, -6)));
  });

  test("is known by its kind, and is never taken for the other", () => {
    expect(keyKind(generateKey(kind))).toBe(kind);
  });

  test("is no key any more once any character of it is changed", () => {
    const key = generateKey(kind);
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(...alphabet, "_", "-", " ", "é"), (at, character) => {
        fc.pre(key[at] !== character);
        expect(keyKind(`${key.slice(0, at)}${character}${key.slice(at + 1)}`)).toBeUndefined();
      }),
    );
  });

  test("can be recognised by its hint, which is too short to be used", () => {
    const key = generateKey(kind);
    const [begin = "", end = ""] = keyHint(key).split("…");
    expect(key.startsWith(begin) && key.endsWith(end)).toBe(true);
    expect([begin.length, end.length]).toEqual([prefix.length + 4, 4]);
  });
});

test.each([
  "",
  "svc_",
  "svc_dsc_",
  `svc_${"0".repeat(38)}`,
  `svc_dsc_${"0".repeat(38)}`,
  ` ${generateKey("admin")}`,
  `${generateKey("admin")}\n`,
  generateKey("admin").slice(0, -1),
  `${generateKey("assistant")}0`,
  generateKey("admin").replace("svc_", "svc_dsc_"),
  generateKey("assistant").replace("svc_dsc_", "svc_"),
  generateKey("admin").replace("svc_", "sk_"),
])("%j is no key, and has no hint", (text) => {
  expect(keyKind(text)).toBeUndefined();
  expect(keyHint(text)).toBe("");
});

test("the format is fixed: scanners may know it", () => {
  expect(keyKind("svc_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa3QHROP")).toBe("admin");
  expect(keyKind("svc_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa3QHROQ")).toBeUndefined();
});

test("no two keys are alike, and every character is used", () => {
  const keys = Array.from({ length: 1_000 }, () => generateKey("admin"));
  expect(new Set(keys).size).toBe(1_000);
  expect(new Set(keys.flatMap((key) => [...key.slice(4, 36)])).size).toBe(alphabet.length);
});

test("what is stored of a key is its SHA-256", () => {
  expect(hashKey("svc_")).toBe("vf7VCVTzfPHLXS65SxOn315k4p8-Dv5aJ5w5nSG8XHg");
  expect(hashKey("svc_a")).not.toBe(hashKey("svc_b"));
});
