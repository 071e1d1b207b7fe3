import { expect, test } from "vitest";
import { authenticatorUri, codeAt, findStep, toBase32 } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

// The SHA-1 rows of RFC 6238, appendix B. Their codes have eight digits; a six-digit code is the last six of them.
test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("the code at %i seconds matches the RFC", (seconds, expected) => {
  expect(codeAt(secret, Math.floor(seconds / 30))).toBe(expected.slice(-6));
});

test("a code is accepted during its own time step, the one before and the one after, and in no other", () => {
  const step = 41_152_263;
  const code = codeAt(secret, step);
  const found = [-2, -1, 0, 1, 2].map((late) => findStep(secret, code, (step + late) * 30_000));
  expect(found).toEqual([undefined, step, step, step, undefined]);
  expect(findStep(secret, "", step * 30_000)).toBeUndefined();
  expect(findStep(secret, `${code}0`, step * 30_000)).toBeUndefined();
});

test("authenticator apps get the secret in base32", () => {
  // From RFC 4648, section 10.
  expect(toBase32(Buffer.from("fooba"))).toBe("MZXW6YTB");
  expect(authenticatorUri({ issuer: "Lectern (docs)", account: "ada@acme.test", secret })).toBe(
    "otpauth://totp/Lectern%20(docs):ada%40acme.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Lectern%20(docs)",
  );
});
