import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { createFindTokenKeys } from "./token-keys.ts";

const jwk = (kid: string) => ({ ...generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }), kid });
const jwks = { kind: "jwks", value: "https://app.acme.example/jwks" } as const;
const secrets = { open: (sealed: string) => sealed };

/** A JWKS whose keys and reachability can change, and a clock. */
function changingKeys() {
  const served = { ids: ["one"], isDown: false, requests: 0 };
  const keys = new Map(["one", "two"].map((kid) => [kid, jwk(kid)]));
  const fetch = async () => {
    served.requests += 1;
    if (served.isDown) throw new Error("connect ECONNREFUSED");
    return new Response(JSON.stringify({ keys: served.ids.map((kid) => keys.get(kid)) }));
  };
  let now = 0;
  const at = (seconds: number) => {
    now = 1_000_000 + seconds * 1_000;
  };
  const find = createFindTokenKeys({ secrets, fetch, clock: { now: () => now } });
  const idsFor = async (wanted?: string) => (await find(jwks, wanted)).map(({ id }) => id);
  return { served, at, idsFor };
}

test("a token signed with a new key makes the server read the keys again, but not for every token", async () => {
  const { served, at, idsFor } = changingKeys();
  at(0);
  expect(await idsFor("one")).toEqual(["one"]);
  served.ids = ["one", "two"];
  at(10);
  expect(await idsFor("two")).toEqual(["one"]);
  expect(served.requests).toBe(1);
  at(40);
  expect(await idsFor("two")).toEqual(["one", "two"]);
  expect(await idsFor("three")).toEqual(["one", "two"]);
  expect(await idsFor()).toEqual(["one", "two"]);
  expect(served.requests).toBe(2);
});

test("known keys stay usable while their address doesn't answer, until they have to be read again", async () => {
  const { served, at, idsFor } = changingKeys();
  at(0);
  await idsFor("one");
  served.isDown = true;
  at(60);
  expect(await idsFor("two")).toEqual(["one"]);
  expect(await idsFor("one")).toEqual(["one"]);
  at(301);
  await expect(idsFor("one")).rejects.toThrow("ECONNREFUSED");
});
