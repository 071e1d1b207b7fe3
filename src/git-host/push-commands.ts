import { Transform } from "node:stream";
import { AppError } from "../platform/errors.ts";

/** One command of a push: a ref moves from one commit to another. Forty zeros stand for no commit. */
interface PushCommand {
  from: string;
  to: string;
  ref: string;
}

/** The part of a push that precedes its objects. */
export interface PushHead {
  commands: PushCommand[];
  /** Whether the client wants either all commands or none to succeed. */
  isAtomic: boolean;
}

const lengthDigits = 4;
const lineBytesMax = 4_096;
const commandPattern = /^(?<from>[0-9a-f]{40}) (?<to>[0-9a-f]{40}) (?<ref>refs\/[^\0\n]+)/;

/**
 * Passes the body of a push through and reads the commands at its start. An empty packet ends the commands; the objects
 * after it are not inspected.
 */
export function readPushCommands(pushHead: PushHead, commandsMax: number): Transform {
  let head: Buffer | undefined = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        head = head === undefined ? undefined : takePackets(Buffer.concat([head, chunk]), pushHead, commandsMax);
        done(null, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

/** Consumes complete packets and returns the rest; `undefined` after the empty packet. */
function takePackets(bytes: Buffer, pushHead: PushHead, commandsMax: number): Buffer | undefined {
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
    addCommand(rest.toString("utf8", lengthDigits, length), pushHead, commandsMax);
    rest = rest.subarray(length);
  }
  return rest;
}

function addCommand(line: string, pushHead: PushHead, commandsMax: number): void {
  // A push from a shallow clone starts with the boundary commits of the clone.
  if (line.startsWith("shallow ")) {
    return;
  }
  const { from, to, ref } = commandPattern.exec(line)?.groups ?? {};
  if (from === undefined || to === undefined || ref === undefined) {
    throw new AppError("bad_request", "The body is not a push in git's format.");
  }
  const { commands } = pushHead;
  const [, capabilities = ""] = line.split("\0");
  pushHead.isAtomic ||= capabilities.split(/[ \n]/).includes("atomic");
  if (commands.length >= commandsMax) {
    throw new AppError("too_large", `Push at most ${commandsMax} branches and tags at once.`);
  }
  commands.push({ from, to, ref });
}
