import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { deflatePiece, joinPieces } from "./gzip-pieces.ts";

test("pieces that are compressed one by one form a valid gzip file", () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 2_000 }),
    fc.string().map((text) => Buffer.from(text.repeat(50))),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const buffers = pieces.map((bytes) => Buffer.from(bytes));
      const whole = Buffer.concat(buffers);
      expect(gunzipSync(joinPieces(whole, buffers.map(deflatePiece))).equals(whole)).toBe(true);
    }),
  );
});
