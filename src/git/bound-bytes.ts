import { Transform } from "node:stream";

/** Lets bytes through up to a bound, and fails with the given error at the first one beyond it. */
export function boundBytes(bytesMax: number, tooMany: () => Error): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bytesMax) {
        done(tooMany());
      } else {
        done(null, chunk);
      }
    },
  });
}
