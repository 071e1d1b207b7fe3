import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type PushHead, readPushCommands } from "./push-commands.ts";

const a = "a".repeat(40);
const b = "b".repeat(40);

function packet(text: string): string {
  return (Buffer.byteLength(text) + 4).toString(16).padStart(4, "0") + text;
}

async function read(chunks: readonly Buffer[], commandsMax = 10): Promise<PushHead & { passed: Buffer }> {
  const head: PushHead = { commands: [], isAtomic: false };
  const passed = await Readable.from(chunks).pipe(readPushCommands(head, commandsMax)).toArray();
  return { ...head, passed: Buffer.concat(passed) };
}

const push = Buffer.concat([
  Buffer.from(packet(`shallow ${a}\n`)),
  Buffer.from(packet(`${a} ${b} refs/heads/main\0 report-status atomic side-band-64k`)),
  Buffer.from(packet(`${b} ${a} refs/heads/ünï/code`)),
  Buffer.from("0000PACK 0005 not a packet any more"),
]);

test("the commands of a push are read wherever the body is split, and the body stays unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(push.length), { maxLength: 12 }), async (cuts) => {
      const points = [0, ...cuts.sort((x, y) => x - y), push.length];
      const chunks = points.slice(1).map((end, index) => push.subarray(points[index], end));
      const { commands, isAtomic, passed } = await read(chunks);
      expect(isAtomic).toBe(true);
      expect(commands).toEqual([
        { from: a, to: b, ref: "refs/heads/main" },
        { from: b, to: a, ref: "refs/heads/ünï/code" },
      ]);
      expect(passed.equals(push)).toBe(true);
    }),
  );
});

test("an empty push has no commands", async () => {
  expect((await read([Buffer.from("0000")])).commands).toEqual([]);
  expect((await read([])).commands).toEqual([]);
});

test.each(["zzzz", "0001", "0003", "ffff", packet("push-cert\0"), packet(`${a} ${b} HEAD`), packet("nonsense")])(
  "%j is refused because it is not a push",
  async (text) => {
    await expect(read([Buffer.from(text)])).rejects.toMatchObject({ code: "bad_request" });
  },
);

test("a push of too many refs is refused", async () => {
  const lines = Array.from({ length: 3 }, (_, i) => packet(`${a} ${b} refs/heads/${i}`)).join("");
  expect((await read([Buffer.from(`${lines}0000`)], 3)).commands).toHaveLength(3);
  await expect(read([Buffer.from(`${lines}0000`)], 2)).rejects.toMatchObject({ code: "too_large" });
});
