import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** The reference: a `node:http` server that only sends the same bytes. Takes a port and the file with the bytes. */
const [port, file] = process.argv.slice(2);
const bytes = readFileSync(file ?? "");
createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": bytes.length });
  response.end(bytes);
}).listen(Number(port), "127.0.0.1");
