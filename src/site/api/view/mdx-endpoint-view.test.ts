import { expect, test } from "vitest";
import type { MdxPageApi } from "../../source/page-api.ts";
import { viewMdxEndpoint } from "./mdx-endpoint-view.ts";

function schemes(auth: MdxPageApi["auth"]) {
  const part = { kind: "mdx", method: "GET", path: "/x", servers: [], auth } as unknown as MdxPageApi;
  return viewMdxEndpoint(part, []).auth.map((one) => one.schemes.map(({ kind, name, place }) => [kind, name, place]));
}

test("each authentication method of an MDX endpoint has one header, and signed requests have three", () => {
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
