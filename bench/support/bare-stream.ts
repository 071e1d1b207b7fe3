import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** The reference: `node:http` that writes the same parts, one by one. Takes a port and the file that holds the stream. */
const [port, file] = process.argv.slice(2);
const parts = readFileSync(file ?? "", "utf8").split(/(?<=\n\n)/);
createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    for (const part of parts) response.write(part);
    response.end();
  });
}).listen(Number(port), "127.0.0.1");
