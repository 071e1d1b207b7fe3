import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { sendFile } from "./send-file.ts";

test("a file whose reader leaves before it is opened is closed", async () => {
  const body = createReadStream(import.meta.filename);
  let isSent: Promise<void> | undefined;
  const server = createServer((request, response) => {
    const open = async () => {
      client.resetAndDestroy();
      await once(response, "close");
      return body;
    };
    const file = { type: "text/plain", encoding: undefined, hash: "h", size: 10, open, inMemory: () => undefined };
    isSent = sendFile(request, response, file, 200, {}, new AbortController().signal);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => body.closed).toBe(true);
  await isSent;
});
