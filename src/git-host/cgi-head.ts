import { GitError } from "../git/git-error.ts";

interface CgiHead {
  status: number;
  headers: Record<string, string>;
  /** The part of the body that arrived together with the head. */
  bodyStart: Buffer;
}

const headBytesMax = 16_384;
const okStatus = 200;
const passedOn = new Set(["content-type", "cache-control", "expires", "pragma"]);

/**
 * Reads the head of a CGI reply, up to the start or end of its body. `git http-backend` writes the head before it has
 * read the request, so a different reply can still be sent until the body starts.
 */
export async function readCgiHead(output: AsyncIterator<Buffer>): Promise<CgiHead> {
  let bytes: Buffer = Buffer.alloc(0);
  let headEnd = -1;
  while (headEnd === -1 || bytes.length === headEnd) {
    const { done, value } = await output.next();
    if (done) {
      break;
    }
    bytes = Buffer.concat([bytes, value]);
    const end = headEnd === -1 ? bytes.indexOf("\r\n\r\n") : -1;
    headEnd = end === -1 ? headEnd : end + 4;
    if (headEnd === -1 && bytes.length > headBytesMax) {
      break;
    }
  }
  if (headEnd === -1) {
    throw new GitError("failed", "git http-backend replied without a head.");
  }
  return { ...parseHead(bytes.toString("latin1", 0, headEnd)), bodyStart: bytes.subarray(headEnd) };
}

function parseHead(text: string): { status: number; headers: Record<string, string> } {
  let status = okStatus;
  const headers: Record<string, string> = {};
  for (const line of text.split("\r\n")) {
    const [, name = "", value = ""] = /^([\w-]+): *(.*)$/.exec(line) ?? [];
    if (name.toLowerCase() === "status") {
      status = Number.parseInt(value, 10);
    } else if (passedOn.has(name.toLowerCase())) {
      headers[name.toLowerCase()] = value;
    }
  }
  return { status, headers };
}
