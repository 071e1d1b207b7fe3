import { expect, test } from "vitest";
import { generateKey } from "./create-key.ts";
import { authenticate } from "./middleware.ts";
import { hashKey } from "./store.ts";

test("a made-up or mistyped key is refused without a lookup", async () => {
  const looked: string[] = [];
  const deps = {
    clock: { now: () => 0 },
    findKeyByHash: async (hash: string) => {
      looked.push(hash);
      return undefined;
    },
  };
  const send = (key: string) =>
    authenticate(
      deps,
      { authorization: `Bearer ${key}`, address: "127.0.0.1", origin: undefined },
      { kind: "admin", scope: "read" },
    );
  const real = generateKey("admin");
  const mistyped = `svc_${real[4] === "A" ? "B" : "A"}${real.slice(5)}`;
  for (const key of [mistyped, "svc_short", `svc_${"a".repeat(38)}`, "x"]) {
    await expect(send(key)).rejects.toMatchObject({ code: "unauthenticated" });
  }
  expect(looked).toEqual([]);
  await expect(send(real)).rejects.toMatchObject({ code: "unauthenticated" });
  expect(looked).toEqual([hashKey(real)]);
});
