import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ServedFile } from "../../platform/artifacts/artifact-cache.ts";
import type { ByteRange } from "../../platform/artifacts/object-store.ts";

/** Sends a file, or the part of it that the `Range` header asks for. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: ServedFile,
  status: number,
  headers: Record<string, string | number>,
  signal: AbortSignal,
): Promise<void> {
  const range = status === 200 ? requestedRange(request, file) : undefined;
  if (range === "unsatisfiable") {
    response.writeHead(416, { "content-range": `bytes */${file.size}`, "content-length": 0 });
    response.end();
    return;
  }
  headers["accept-ranges"] = "bytes";
  headers["content-length"] = range === undefined ? file.size : range.end - range.start + 1;
  if (range !== undefined) {
    headers["content-range"] = `bytes ${range.start}-${range.end}/${file.size}`;
  }
  if (request.method === "HEAD") {
    response.writeHead(status, headers);
    response.end();
    return;
  }
  const body = await file.open(range, signal);
  if (response.destroyed) {
    // The client left in the meantime. A pipeline to a closed response would never end and keep the file open.
    if (!Buffer.isBuffer(body)) body.destroy();
    return;
  }
  response.writeHead(range === undefined ? status : 206, headers);
  if (Buffer.isBuffer(body)) {
    response.end(body);
  } else {
    await pipe(body, response);
  }
}

function requestedRange(
  { method, headers }: IncomingMessage,
  file: ServedFile,
): ByteRange | "unsatisfiable" | undefined {
  const ifRange = headers["if-range"];
  // If the file has changed, the requested range wouldn't match the part that the client already has.
  const isSame = ifRange === undefined || ifRange === `"${file.hash}"`;
  return method === "GET" && file.encoding === undefined && isSame ? parseRange(headers.range, file.size) : undefined;
}

/** For several ranges, or an invalid one, the whole file is sent, as the standard allows. */
function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (match === null || (match[1] === "" && match[2] === "")) {
    return undefined;
  }
  const [, first = "", last = ""] = match;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end && start < size ? { start, end } : "unsatisfiable";
}

async function pipe(body: Readable, response: ServerResponse): Promise<void> {
  try {
    await pipeline(body, response);
  } catch {
    // The client left, or the store failed after the headers were sent: all we can do is cut the connection.
    response.destroy();
  }
}
