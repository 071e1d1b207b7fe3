import { expect, test } from "vitest";
import { readCgiHead } from "./cgi-head.ts";

const head = "Status: 404 Not Found\r\nContent-Type: text/plain\r\nSet-Cookie: a=b\r\nExpires: 0\r\n\r\n";

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) {
    yield Buffer.from(text);
  }
}

test("a CGI head is read wherever the output is split", async () => {
  for (let cut = 0; cut <= head.length; cut++) {
    const reply = await readCgiHead(chunks(head.slice(0, cut), head.slice(cut), "body"));
    expect(reply).toEqual({
      status: 404,
      headers: { "content-type": "text/plain", expires: "0" },
      bodyStart: Buffer.from("body"),
    });
  }
});

test("a CGI head without a status means success, and the body may be empty", async () => {
  expect(await readCgiHead(chunks("Pragma: no-cache\r\n\r\n"))).toEqual({
    status: 200,
    headers: { pragma: "no-cache" },
    bodyStart: Buffer.alloc(0),
  });
});

test("a missing or endless CGI head is an error", async () => {
  await expect(readCgiHead(chunks("fatal: no"))).rejects.toThrow(/without a head/);
  await expect(readCgiHead(chunks(...Array.from({ length: 100 }, () => "x".repeat(1_000))))).rejects.toThrow(/head/);
});
