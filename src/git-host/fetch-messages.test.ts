import { expect, test } from "vitest";
import { rewordErrors } from "./fetch-messages.ts";
import { writePacket } from "./push-report.ts";

const failed = "git failed with exit code 128; see the server log for details.";
const missing = "The commit or folder does not exist in the repository.";
const packet = (text: string) => writePacket(Buffer.from(text, "latin1")).toString("latin1");

async function send(reply: string, chunkLength: number): Promise<string> {
  const bytes = Buffer.from(reply, "latin1");
  const sent: Buffer[] = [];
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkLength) yield bytes.subarray(start, start + chunkLength);
  }
  for await (const chunk of rewordErrors(chunks())) sent.push(chunk);
  return Buffer.concat(sent).toString("latin1");
}

test.each([1, 7, 10_000])(
  "a fetch passes on git's progress, and errors in our own words (in chunks of %i bytes)",
  async (length) => {
    const pack = packet("\u0001PACK '/srv/docs' \u0000\u00ff");
    const reply = [
      packet("packfile\n"),
      packet("\u0002Counting objects\r"),
      packet("\u0002error: packed object 1 (stored in /srv/my"),
      pack,
      packet("\u0002/1.git/objects/pack/pack-1.pack) is corrupt\n"),
      packet("\u0003aborting: cannot open '/srv/1.git'"),
      "0000",
      packet("ERR upload-pack: not our ref c0ffee"),
    ];
    const expected = [
      packet("packfile\n"),
      packet("\u0002Counting objects\r"),
      pack,
      packet(`\u0003${failed}`),
      "0000",
      packet(`ERR ${missing}`),
    ];
    expect(await send(reply.join(""), length)).toBe(expected.join(""));
  },
);

test("objects for a client without side bands aren't changed", async () => {
  const reply = `${packet("NAK\n")}PACK\u0000 /srv/x \u0002 0009 '/srv/docs'`;
  expect(await send(reply, 5)).toBe(reply);
});
