import { expect, expectTypeOf, test } from "vitest";
import type { Client as ContractClient } from "../contract/client.ts";
import { operations } from "../contract/operations.ts";
import type { ErrorBody } from "../contract/schemas.ts";
import type { ErrorReply } from "../contract/send-request.ts";
import { createClient } from "./client.ts";
import type { ChunkStream, Client } from "./types.ts";

/** Expands names and intersections, so that only the fields are compared. */
type Plain<T> = unknown extends T
  ? unknown
  : T extends AsyncIterable<infer Item>
    ? { items: Plain<Item> }
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T;

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type InputOf<Method> = Method extends (input: infer Input) => unknown ? Input : never;
type ReplyOf<Method> = Method extends (...input: never[]) => Promise<infer Reply> ? Reply : never;

/** For operations without input, the contract's client accepts anything and the generated client requires nothing. */
type SameInput<A, B> = unknown extends A ? Same<B, Record<string, never> | undefined> : Same<Plain<A>, Plain<B>>;

type Agreements = {
  [Name in keyof typeof operations]: {
    input: SameInput<InputOf<ContractClient[Name]>, InputOf<Client[Name]>>;
    reply: Same<Plain<ReplyOf<ContractClient[Name]>>, Plain<ReplyOf<Client[Name]>>>;
  };
};

type Disagreeing = {
  [Name in keyof Agreements]: Agreements[Name] extends { input: true; reply: true } ? never : Name;
}[keyof Agreements];

// Only the type check can fail here; its error names the operations that differ.
test("the generated types match the contract", () => {
  expectTypeOf<Disagreeing>().toBeNever();
  expectTypeOf<Plain<ErrorReply>>().toEqualTypeOf<Plain<ErrorBody>>();
  expectTypeOf<keyof Client>().toEqualTypeOf<keyof typeof operations>();
});

test("the client has a method for each operation of the public API, and no other", () => {
  const client = createClient({ url: "https://docs.lectern.test" });
  expect(Object.keys(client)).toEqual(Object.keys(operations));
});

test("calls work without input and with a URL that ends in a slash", async () => {
  const sent: string[] = [];
  const fetch = async (url: string) => {
    sent.push(url);
    return Response.json({ status: "alive" });
  };
  const client = createClient({ url: "https://docs.lectern.test/lectern/", fetch });
  expect(await client.getHealth()).toEqual({ status: "alive" });
  expect(sent).toEqual(["https://docs.lectern.test/lectern/healthz"]);
});

test("the pieces of a stream can be read as they arrive, and leaving the loop closes the connection", async () => {
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("part ")),
    cancel: () => {
      isCanceled = true;
    },
  });
  const client = createClient({ url: "https://docs.lectern.test", fetch: async () => new Response(body) });
  const stream: ChunkStream = await client.sendMessageV2({ domain: "acme", fp: "anonymous", messages: [] });
  for await (const chunk of stream.chunks) {
    expect(chunk).toBe("part ");
    break;
  }
  expect(isCanceled).toBe(true);
});
