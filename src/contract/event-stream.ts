const bufferMaxLength = 4_194_304;
const silenceMillisecondsMax = 45_000;

export interface ServerSentEvent {
  id: number;
  event: string;
  data: unknown;
}

/** Reads the server-sent events of a reply and skips comments (heartbeats). */
export async function* readEventStream(response: Response): AsyncGenerator<ServerSentEvent> {
  let buffer = "";
  // The server sends a heartbeat every few seconds, so a long silence means the connection is dead.
  for await (const chunk of readText(response, silenceMillisecondsMax)) {
    buffer += chunk;
    if (buffer.length > bufferMaxLength) {
      throw new Error("The server sent an event that is too long.");
    }
    const blocks = buffer.split("\n\n");
    buffer = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event !== undefined) {
        yield event;
      }
    }
  }
}

/** The text of a stream as it arrives. */
export function readChunks(response: Response): AsyncGenerator<string> {
  return readText(response);
}

/** The chunks of the body, because not every browser can iterate over it. Throws if nothing arrives for this long. */
async function* readText(response: Response, silenceMilliseconds?: number): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    while (true) {
      const silence = new Promise<never>((_resolve, reject) => {
        if (silenceMilliseconds === undefined) return;
        timer = setTimeout(() => reject(new Error("The server has stopped sending data.")), silenceMilliseconds);
      });
      const next = await Promise.race([reader?.read(), silence]);
      clearTimeout(timer);
      if (next?.done !== false) {
        return;
      }
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    // Hang up when the consumer stops reading.
    await reader?.cancel().catch(() => {});
  }
}

function parseEvent(block: string): ServerSentEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) {
      fields.set(line.slice(0, colon), line.slice(colon + 1).trimStart());
    }
  }
  const data = fields.get("data");
  if (data === undefined) {
    return undefined;
  }
  return { id: Number(fields.get("id") ?? 0), event: fields.get("event") ?? "message", data: JSON.parse(data) };
}
