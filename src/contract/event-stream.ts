const bufferMaxLength = 4_194_304;

export interface ServerSentEvent {
  id: number;
  event: string;
  data: unknown;
}

/** Reads the server-sent events of a reply; comments (heartbeats) are skipped. */
export async function* readEventStream(response: Response): AsyncGenerator<ServerSentEvent> {
  if (response.body === null) {
    return;
  }
  let buffer = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
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
