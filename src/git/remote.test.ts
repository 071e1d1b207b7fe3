import { expect, test } from "vitest";
import { expectGitError } from "./git-test-support.ts";
import { vetRemote } from "./remote.ts";

const publicHost = async () => ["93.184.215.14"];

test.each([
  "file:///srv/docs.git",
  "/srv/docs.git",
  "docs.git",
  "ssh://git@example.com/docs.git",
  "git@example.com:docs.git",
  "ext::sh -c true",
  "--upload-pack=true",
  "git://example.com/docs.git",
  "https://",
  "",
  `https://example.com/${"a".repeat(3_000)}`,
])("%s is not a repository URL", async (url) => {
  await expectGitError(vetRemote({ url, lookUp: publicHost }), "refused", /must start with/);
});

test.each([
  ["https://user@example.com/docs.git", /must not contain a user name/],
  ["https://user:token@example.com/docs.git", /must not contain a user name/],
  ["https://example.com/docs.git?a=b", /without \?/],
  ["https://example.com/docs.git#a", /without \?/],
  ["https://example.com/docs%0a.git", /control characters/],
  ["https://example.com./docs.git", /trailing dot/],
  ["https://exa$mple.com/docs.git", /plain host name/],
])("the repository URL %s is refused with the reason", async (url, message) => {
  await expectGitError(vetRemote({ url, lookUp: publicHost }), "refused", message);
});

test.each([
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f.1",
  "0.0.0.0",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "192.0.2.1",
  "224.0.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::127.0.0.1]",
  "[64:ff9b:1::a00:1]",
  "[fec0::1]",
  "[::ffff:7f00:1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[fd00::1]",
  "[fe80::1]",
])("the private address %s is refused", async (host) => {
  await expectGitError(vetRemote({ url: `https://${host}/docs.git` }), "refused", /not on the public internet/);
});

test("a name that resolves to a private address is refused", async () => {
  const lookUp = async () => ["169.254.169.254", "10.0.0.1"];
  await expectGitError(
    vetRemote({ url: "https://docs.example.com/docs.git", lookUp }),
    "refused",
    /docs\.example\.com/,
  );
  await expectGitError(vetRemote({ url: "https://localhost/docs.git" }), "refused");
});

test("only the public addresses of a name are used, and they are pinned", async () => {
  const lookUp = async () => ["10.0.0.1", "93.184.215.14", "2606:2800:21f:cb07::1"];
  const remote = await vetRemote({ url: "https://Docs.Example.com/a.git", lookUp });
  expect(remote).toEqual({
    url: "https://docs.example.com/a.git",
    config: [["http.curloptResolve", "docs.example.com:443:93.184.215.14,[2606:2800:21f:cb07::1]"]],
    secrets: [],
  });
});

test.each([["git.internal"], ["10.0.0.0/8"], ["10.0.0.7"]])(
  "the operator can allow the address %s",
  async (allowed) => {
    const lookUp = async () => ["10.0.0.7"];
    const remote = await vetRemote({ url: "http://git.internal:8080/a.git", allowedHosts: [allowed], lookUp });
    expect(remote.config).toEqual([["http.curloptResolve", "git.internal:8080:10.0.0.7"]]);
  },
);

test("hosts that the operator didn't allow stay refused", async () => {
  const lookUp = async () => ["10.0.0.7"];
  const allowedHosts = ["other.internal", "10.0.1.0/24", "nonsense/99"];
  await expectGitError(vetRemote({ url: "http://git.internal/a.git", allowedHosts, lookUp }), "refused");
});

test("a token becomes a header that is sent only to the origin of the repository", async () => {
  const remote = await vetRemote({ url: "https://example.com/a.git", token: "abc", lookUp: publicHost });
  expect(remote.url).toBe("https://example.com/a.git");
  expect(remote.config).toContainEqual([
    "http.https://example.com/.extraHeader",
    `Authorization: Basic ${Buffer.from("x-access-token:abc").toString("base64")}`,
  ]);
});

test("a token is not sent unencrypted over the internet", async () => {
  const work = vetRemote({ url: "http://example.com/a.git", token: "abc", lookUp: publicHost });
  await expectGitError(work, "refused", /only sent over HTTPS/);
});

test.each(["a\r\nHost: evil.example", "a b", "", "x".repeat(5_000)])(
  "the invalid token %j is refused",
  async (token) => {
    const error = await expectGitError(
      vetRemote({ url: "https://example.com/a.git", token, lookUp: publicHost }),
      "refused",
    );
    expect(error.message).not.toContain("evil");
  },
);

test("an unknown name is a network error", async () => {
  const lookUp = async () => {
    throw new Error("ENOTFOUND");
  };
  await expectGitError(
    vetRemote({ url: "https://nowhere.example/a.git", lookUp }),
    "network",
    /nowhere\.example does not exist/,
  );
});

test("an aborted caller does not wait for a slow name server", async () => {
  const leaving = new AbortController();
  const lookUp = () => new Promise<string[]>(() => {});
  const vetting = vetRemote({ url: "https://slow.example/a.git", lookUp, signal: leaving.signal });
  leaving.abort();
  await expectGitError(vetting, "aborted");
});
