import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { fromGithub, fromGitlab, fromSigningGitlab, type Signed } from "../../test/webhooks/sign.ts";
import { signatureAgeSecondsMax, verifySignature } from "./verify-signature.ts";

const secret = "It's a Secret to Everybody";
const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const signingToken = `whsec_${key.toString("base64")}`;
const now = Date.UTC(2026, 2, 2, 9, 30);

function check({ host, headers, body }: Signed, with_ = secret, at = now): void {
  verifySignature({ host, headers, rawBody: body }, with_, at);
}

function withHeader(signed: Signed, name: string, value: string | undefined): Signed {
  const headers = { ...signed.headers };
  delete headers[name];
  return { ...signed, headers: value === undefined ? headers : { ...headers, [name]: value } };
}

const refused = expect.objectContaining({ code: "unauthenticated" });

test("the example in GitHub's documentation is accepted", () => {
  const headers = {
    "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
  };
  expect(() => check({ host: "github", headers, body: Buffer.from("Hello, World!") })).not.toThrow();
});

test("one changed byte of the body makes GitHub's signature wrong", () => {
  const signed = fromGithub("push", "{}", secret);
  expect(() => check(signed)).not.toThrow();
  expect(() => check({ ...signed, body: Buffer.from("{ }") })).toThrow(refused);
});

test.each([
  undefined,
  "",
  "sha256=",
  "sha1=757107ea0eb2509fc211221cce984b8a37570b6d",
  `sha256=${"0".repeat(64)}`,
  `sha256=${"0".repeat(63)}`,
  `sha256=${"0".repeat(66)}`,
  `sha256=${"z".repeat(64)}`,
])("GitHub's signature %j is refused", (value) => {
  expect(() => check(withHeader(fromGithub("push", "{}", secret), "x-hub-signature-256", value))).toThrow(refused);
});

test("two signatures in one request are refused, even if one of them is right", () => {
  const { body, headers } = fromGithub("push", "{}", secret);
  const signature = headers["x-hub-signature-256"] ?? "";
  const twice = { ...headers, "x-hub-signature-256": [signature, signature] };
  expect(() => verifySignature({ host: "github", headers: twice, rawBody: body }, secret, now)).toThrow(refused);
});

test.each(["s", secret, "sécrèt ☂", "x".repeat(10_000), signingToken])("GitLab's token may be any text", (token) => {
  const sent = withHeader(fromGitlab("Push Hook", "{}", ""), "x-gitlab-token", Buffer.from(token).toString("latin1"));
  expect(() => check(sent, token)).not.toThrow();
  expect(() => check(sent, `${token}x`)).toThrow(refused);
  expect(() => check(sent, "another")).toThrow(refused);
});

test.each([undefined, "", secret.slice(0, -1), `${secret} `, secret.toUpperCase()])(
  "GitLab's token %j is refused",
  (token) => {
    expect(() => check(withHeader(fromGitlab("Push Hook", "{}", secret), "x-gitlab-token", token))).toThrow(refused);
  },
);

test("GitLab's signature uses the bytes encoded in its signing token", () => {
  expect(() => check(fromSigningGitlab("Push Hook", "{}", key, now), signingToken)).not.toThrow();
  expect(() => check(fromSigningGitlab("Push Hook", "{}", Buffer.from(signingToken), now), signingToken)).toThrow(
    refused,
  );
});

test("a secret that is not a signing token is used unchanged", () => {
  expect(() => check(fromSigningGitlab("Push Hook", "{}", Buffer.from(secret), now))).not.toThrow();
});

test.each(["webhook-id", "webhook-timestamp"])("GitLab's signature covers %s", (name) => {
  const signed = fromSigningGitlab("Push Hook", "{}", key, now);
  expect(() => check(withHeader(signed, name, "1772443801"), signingToken)).toThrow(refused);
  expect(() => check(withHeader(signed, name, undefined), signingToken)).toThrow(refused);
});

test("GitLab's signature covers the body", () => {
  const signed = fromSigningGitlab("Push Hook", "{}", key, now);
  expect(() => check({ ...signed, body: Buffer.from("[]") }, signingToken)).toThrow(refused);
});

test.each(["", "v1,", "v1", "v1,AAAA", "v2,", `v1,${"A".repeat(43)}=`, `v1,${"A".repeat(44)}`])(
  "GitLab's signature %j is refused",
  (value) => {
    const signed = fromSigningGitlab("Push Hook", "{}", key, now);
    expect(() => check(withHeader(signed, "webhook-signature", value), signingToken)).toThrow(refused);
  },
);

test("one valid signature among those of other secrets is enough", () => {
  const signed = fromSigningGitlab("Push Hook", "{}", key, now);
  const both = `v1,${"A".repeat(43)}= ${signed.headers["webhook-signature"]}`;
  expect(() => check(withHeader(signed, "webhook-signature", both), signingToken)).not.toThrow();
});

test("a signature is valid for five minutes before and after its time", () => {
  const signed = fromSigningGitlab("Push Hook", "{}", key, now);
  const bound = signatureAgeSecondsMax * 1_000;
  expect(() => check(signed, signingToken, now + bound)).not.toThrow();
  expect(() => check(signed, signingToken, now - bound)).not.toThrow();
  expect(() => check(signed, signingToken, now + bound + 1_000)).toThrow(refused);
  expect(() => check(signed, signingToken, now - bound - 1_000)).toThrow(refused);
});

test.each(["-1", "1e9", "Infinity", "NaN", " 1772443800"])(
  "the time %j is refused even though it is signed",
  (time) => {
    const unsigned = withHeader(fromSigningGitlab("Push Hook", "{}", key, now), "webhook-timestamp", time);
    const content = `${unsigned.headers["webhook-id"]}.${time}.{}`;
    const signature = createHmac("sha256", key).update(content).digest("base64");
    expect(() => check(withHeader(unsigned, "webhook-signature", `v1,${signature}`), signingToken)).toThrow(refused);
  },
);

test("a correct token doesn't make up for a wrong signature", () => {
  const signed = withHeader(fromGitlab("Push Hook", "{}", signingToken), "webhook-signature", "v1,AAAA");
  expect(() => check(signed, signingToken)).toThrow(refused);
});

test.each(["", "whsec_", "whsec_=="])("a webhook is refused if the project's secret is %j, which is empty", (empty) => {
  expect(() => check(fromGithub("push", "{}", empty), empty)).toThrow(refused);
  expect(() => check(fromGitlab("Push Hook", "{}", empty), empty)).toThrow(refused);
  expect(() => check(fromSigningGitlab("Push Hook", "{}", Buffer.alloc(0), now), empty)).toThrow(refused);
});

test("no refusal reveals the secret", () => {
  const sent = [fromGithub("push", "{}", "x"), fromGitlab("Push Hook", "{}", "x"), fromSigningGitlab("", "{}", key, 0)];
  for (const signed of sent) {
    expect(() => check(signed)).toThrow(expect.not.objectContaining({ message: expect.stringContaining(secret) }));
  }
});
