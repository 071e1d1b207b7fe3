import { expect, test } from "vitest";
import type { ServedFile } from "../../platform/artifacts/artifact-cache.ts";
import type { Manifest } from "../../platform/artifacts/manifest.ts";
import { siteHeaders } from "../../projects/sites/site-headers.ts";
import { joinSources } from "../../site/shared/policy-sources.ts";
import { connectionsOf, findPage } from "./find-page.ts";

function manifest(extra: unknown): Manifest {
  return { files: new Map(), extra } as unknown as Manifest;
}

test("only a page with a request tester may call the tester's servers", () => {
  const site = manifest({ connections: [{ origins: ["https://api.example.com"], paths: ["api/users.html"] }] });
  expect(connectionsOf(site, "api/users.html")).toEqual(["https://api.example.com"]);
  expect(connectionsOf(site, "index.html")).toEqual([]);
});

test("pages published before request testers existed may call no other server", () => {
  expect(connectionsOf(manifest({ redirects: [] }), "index.html")).toEqual([]);
});

test.each([
  "*",
  "https://*",
  "https:",
  "https://a.example; script-src *",
  "https://a.example https://b.example",
  "https://a.example/path",
  "'unsafe-inline'",
  "wss://a.example",
  "data:",
])("%s never enters a content security policy", (origin) => {
  expect(connectionsOf(manifest({ connections: [{ origins: [origin], paths: ["a.html"] }] }), "a.html")).toEqual([]);
});

test("the content security policy allows only the site itself and the listed servers", () => {
  const page = { path: "a.html", type: "text/html; charset=utf-8", host: "docs.example", status: 200 };
  const policy = (origins: string[]) =>
    siteHeaders({ ...page, origins, sources: undefined })["content-security-policy"];
  expect(policy([])).toContain("; connect-src 'self';");
  expect(policy(["https://a.example", "http://[::1]:80"])).toContain(
    "; connect-src 'self' https://a.example http://[::1]:80;",
  );
});

test("a page runs scripts only from the listed files and servers, never inline, and embeds nothing else", () => {
  const page = { path: "a.html", type: "text/html; charset=utf-8", host: "docs.example", status: 200, origins: [] };
  const sources = joinSources([
    {
      script: [
        "/chat.js",
        "https://widget.example",
        "https://evil.example; script-src *",
        "'unsafe-inline'",
        "/a.js b",
      ],
      frame: ["https://video.example", "https:", "*"],
    },
  ]);
  const policy = String(siteHeaders({ ...page, sources })["content-security-policy"]).split("; ");
  expect(policy).toContain("script-src docs.example/_lectern/ docs.example/chat.js https://widget.example");
  expect(policy).toContain("frame-src 'self' https://video.example");
  expect(policy).toContain("style-src 'self'");
  expect(policy).toContain("worker-src 'none'");
  expect(policy).toContain("form-action 'self'");
});

test("turning off project scripts on the server also stops them on sites already published", async () => {
  const policy = joinSources([
    { script: ["/chat.js"], connect: ["https://a.example"], frame: ["https://video.example"] },
  ]);
  const files = new Map(
    ["a.html", "_lectern/author/0/Counter.js"].map((path) => [path, { type: "text/html", hash: "0", size: 1 }]),
  );
  const artifacts = {
    getManifest: async () => ({ ...manifest({ policy, unlisted: [] }), files }),
    findFile: async ({ path }: { path: string }) => (files.has(path) ? ({} as ServedFile) : undefined),
  };
  const found = (withAuthorCode: boolean, path = "/a", authorCode = 1) =>
    findPage(
      { artifacts, withAuthorCode, listEarlier: async () => ["1"] },
      { projectId: "prj_1", subdomain: "docs", artifact: "0", authorCode },
      { path, accepted: [], wanted: "page" },
      new AbortController().signal,
    );
  expect(await found(true)).toMatchObject({ sources: policy });
  expect(await found(true, "/_lectern/author/0/Counter.js")).toMatchObject({ kind: "file" });
  expect(await found(false, "/_lectern/author/0/Counter.js")).toEqual({ kind: "none" });
  expect(await found(true, "/_lectern/author/0/Counter.js", 0)).toEqual({ kind: "none" });
  expect(await found(true, "/a", 0)).toMatchObject({ sources: { script: [] } });
  expect(await found(false)).toMatchObject({
    sources: { script: [], connect: [], frame: ["https://video.example"], hasInlineStyles: false },
  });
});
