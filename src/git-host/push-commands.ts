import { Transform } from "node:stream";
import { AppError } from "../platform/errors.ts";

/** One line of a push: this ref, from this commit to that one. A commit of zeros stands for none. */
export interface PushCommand {
  from: string;
  to: string;
  ref: string;
}

export const noCommit = "0".repeat(40);

const lengthDigits = 4;
const lineBytesMax = 4_096;
const commandPattern = /^(?<from>[0-9a-f]{40}) (?<to>[0-9a-f]{40}) (?<ref>refs\/[^\0\n]+)/;

/**
 * Lets the body of a push through and reads off its beginning what the push wants to move. Git ends that part with an
 * empty packet; the objects that follow are not looked at.
 */
export function readPushCommands(commands: PushCommand[], commandsMax: number): Transform {
  let head: Buffer | undefined = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        head = head === undefined ? undefined : takePackets(Buffer.concat([head, chunk]), commands, commandsMax);
        done(null, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

/** Takes whole packets off the front and answers with the rest; `undefined` once the empty packet came. */
function takePackets(bytes: Buffer, commands: PushCommand[], commandsMax: number): Buffer | undefined {
  let rest = bytes;
  while (rest.length >= lengthDigits) {
    const digits = rest.toString("latin1", 0, lengthDigits);
    const length = Number.parseInt(digits, 16);
    if (digits === "0000") {
      return undefined;
    }
    if (!/^[0-9a-f]{4}$/i.test(digits) || length <= lengthDigits || length > lineBytesMax) {
      throw new AppError("bad_request", "The body is not a push in git's format.");
    }
    if (rest.length < length) {
      break;
    }
    addCommand(rest.toString("utf8", lengthDigits, length), commands, commandsMax);
    rest = rest.subarray(length);
  }
  return rest;
}

function addCommand(line: string, commands: PushCommand[], commandsMax: number): void {
  // A push from a shallow clone names its edges first.
  if (line.startsWith("shallow ")) {
    return;
  }
  const { from, to, ref } = commandPattern.exec(line)?.groups ?? {};
  if (from === undefined || to === undefined || ref === undefined) {
    throw new AppError("bad_request", "The body is not a push in git's format.");
  }
  if (commands.length >= commandsMax) {
    throw new AppError("too_large", `Push at most ${commandsMax} branches and tags at once.`);
  }
  commands.push({ from, to, ref });
}
