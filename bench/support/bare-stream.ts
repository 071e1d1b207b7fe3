import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/**
 * The reference: a `node:http` server that only writes the same bytes. Takes a port and a file with the headers and
 * chunks of an answer.
 */
const [port, file] = process.argv.slice(2);
const { headers, chunks } = JSON.parse(readFileSync(file ?? "", "utf8"));
createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, headers);
    for (const chunk of chunks) response.write(chunk);
    response.end();
  });
}).listen(Number(port), "127.0.0.1");
