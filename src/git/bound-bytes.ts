import { Transform } from "node:stream";

/** Passes bytes through up to a limit, then fails with the given error. */
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
