import { expect, test } from "vitest";
import type { WrittenPageApi } from "../../source/page-api.ts";
import { writtenView } from "./written-view.ts";

function schemes(auth: WrittenPageApi["auth"]) {
  const part = { kind: "written", method: "GET", path: "/x", servers: [], auth } as unknown as WrittenPageApi;
  return writtenView(part, []).auth.map((way) => way.schemes.map(({ kind, name, place }) => [kind, name, place]));
}

test("each method asks for its own headers, and signed requests for all three of theirs", () => {
  expect(schemes(undefined)).toEqual([]);
  expect(schemes({ method: "bearer", name: undefined })).toEqual([[["bearer", "Authorization", "header"]]]);
  expect(schemes({ method: "basic", name: undefined })).toEqual([[["basic", "Authorization", "header"]]]);
  expect(schemes({ method: "key", name: "x-token" })).toEqual([[["key", "x-token", "header"]]]);
  expect(schemes({ method: "cobo", name: undefined })).toEqual([
    [
      ["key", "Biz-Api-Key", "header"],
      ["other", "Biz-Api-Nonce", "header"],
      ["other", "Biz-Api-Signature", "header"],
    ],
  ]);
});
