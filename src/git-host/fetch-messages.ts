import { explainFailure } from "../git/git-error.ts";
import { writePacket } from "./push-report.ts";

const lengthDigits = 4;
const messageBand = 2;
const errorBand = 3;
const lineBytesMax = 8_000;
const progress = /^(?:Enumerating|Counting|Compressing|Finding|Total) [^\r\n]*[\r\n]?/gm;

/**
 * Passes on git's progress in the reply to a fetch, and errors in our own words, because git's may contain paths. The
 * other packets aren't changed.
 */
export async function* rewordErrors(output: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let isRaw = false;
  // Git splits its messages at any byte, so they are held back up to the end of a line.
  let line: Buffer = Buffer.alloc(0);
  const endLine = (length = line.length) => {
    const ended = line.subarray(0, length);
    line = line.subarray(length);
    const shown = ended.toString("latin1").match(progress)?.join("") ?? "";
    return shown === "" ? [] : [writePacket(Buffer.from(String.fromCharCode(messageBand) + shown))];
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
      const start = band === errorBand ? 1 : "ERR ".length;
      parts.push(isError ? writePacket(reword(content, start)) : packet);
    }
    if (isRaw) parts.push(rest);
    if (isRaw) rest = Buffer.alloc(0);
    yield Buffer.concat(parts);
  }
  yield Buffer.concat([...endLine(), rest]);
}

function reword(content: Buffer, start: number): Buffer {
  const { message } = explainFailure(content.toString("utf8", start), 128);
  return Buffer.concat([content.subarray(0, start), Buffer.from(message)]);
}
