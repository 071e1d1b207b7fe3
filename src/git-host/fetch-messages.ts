import { withoutPaths, writePacket } from "./push-report.ts";

const lengthDigits = 4;
const messageBand = 2;
const errorBand = 3;
const lineBytesMax = 8_000;

/** Removes paths of the server from git's messages in the reply to a fetch. The other packets aren't changed. */
export async function* hidePaths(output: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let isRaw = false;
  // Git splits its messages at any byte, so they are held back up to the end of a line.
  let line: Buffer = Buffer.alloc(0);
  const endLine = (length = line.length) => {
    const ended = line.subarray(0, length);
    line = line.subarray(length);
    return length === 0 ? [] : [writePacket(Buffer.concat([Buffer.from([messageBand]), withoutPaths(ended)]))];
  };
  for await (const chunk of output) {
    rest = Buffer.concat([rest, chunk]);
    const parts: Buffer[] = [];
    while (rest.length >= lengthDigits && !isRaw) {
      const digits = rest.toString("latin1", 0, lengthDigits);
      // A client without side bands gets the objects as they are, after a few packets.
      isRaw = !/^[0-9a-f]{4}$/i.test(digits);
      const length = Math.max(Number.parseInt(digits, 16), lengthDigits);
      if (isRaw || rest.length < length) break;
      const [packet, band] = [rest.subarray(0, length), length > lengthDigits ? rest[lengthDigits] : undefined];
      rest = rest.subarray(length);
      const content = packet.subarray(lengthDigits);
      if (band === messageBand) {
        line = Buffer.concat([line, content.subarray(1)]);
        const end = Math.max(line.lastIndexOf("\n"), line.lastIndexOf("\r")) + 1;
        parts.push(...endLine(line.length > lineBytesMax ? line.length : end));
        continue;
      }
      const isError = band === errorBand || content.subarray(0, 4).toString("latin1") === "ERR ";
      if (isError || digits === "0000") parts.push(...endLine());
      parts.push(isError ? writePacket(withoutPaths(content)) : packet);
    }
    if (isRaw) parts.push(rest);
    if (isRaw) rest = Buffer.alloc(0);
    yield Buffer.concat(parts);
  }
  yield Buffer.concat([...endLine(), rest]);
}
