import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeProblem } from "../shared/build-problem.ts";
import { createAddressChecker } from "./check-address.ts";
import { checkExternalLinks } from "./check-external-links.ts";

const { signal } = new AbortController();
let server: Server;
let url: string;
let asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const [, status = "200"] = /^\/(\d+)/.exec(request.url ?? "") ?? [];
    const withoutHead = request.url === "/no-head" && request.method === "HEAD";
    const location = request.url === "/round" ? "/round" : "/200";
    response.writeHead(request.url === "/round" ? 302 : withoutHead ? 404 : Number(status), { location }).end("words");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test("an external link passes if its page redirects, doesn't support HEAD or refuses programs", async () => {
  const ask = createAddressChecker(["127.0.0.1"]);
  for (const path of ["/", "/200", "/301", "/403", "/429", "/no-head"])
    expect(await ask(url + path, signal)).toBe("answers");
});

test("an external link to a missing page, an endless redirect or an unknown host is reported in plain words", async () => {
  const ask = createAddressChecker(["127.0.0.1", "localhost"]);
  expect(await ask(`${url}/404`, signal)).toEqual({ problem: "it answers with status 404" });
  expect(await ask(`${url}/503`, signal)).toEqual({ problem: "it answers with status 503" });
  expect(await ask(`${url}/round`, signal)).toEqual({ problem: "it redirects more than 5 times" });
  expect(await ask("http://127.0.0.1:1/", signal)).toEqual({ problem: "its host cannot be reached" });
});

test("external links to the local network are not requested", async () => {
  asked = [];
  const ask = createAddressChecker();
  for (const address of [url, url.replace("127.0.0.1", "localhost"), "http://[::1]/", "http://169.254.169.254/latest"])
    expect(await ask(address, signal)).toBe("not asked");
  expect(asked).toEqual([]);
});

test("each external URL is requested once, and every link to a broken URL is reported", async () => {
  const times = new Map<string, number>();
  const link = (address: string, file: string, line: number) => ({ url: address, place: { file, line } });
  const links = [
    link("https://a.example/x", "one.mdx", 1),
    link("https://a.example/x#part", "two.mdx", 5),
    link("https://a.example/x", "two.mdx", 5),
    link("https://a.example/good", "one.mdx", 2),
    link("//b.example/y", "one.mdx", 3),
    link("http://localhost:3000/", "one.mdx", 4),
    link("mailto:a@b.example", "one.mdx", 5),
    link("/local", "one.mdx", 6),
  ];
  const found = await checkExternalLinks(
    links,
    async (address) => {
      times.set(address, (times.get(address) ?? 0) + 1);
      if (address.includes("localhost")) return "not asked";
      return address.includes("good") ? "answers" : { problem: "it answers with status 404" };
    },
    { signal },
  );
  expect([...times.values()]).toEqual([1, 1, 1, 1]);
  expect({ asked: found.asked, notAsked: found.notAsked }).toEqual({ asked: 3, notAsked: 1 });
  expect(found.problems.map(describeProblem)).toEqual([
    "one.mdx:1: links to https://a.example/x, but it answers with status 404",
    "two.mdx:5: links to https://a.example/x#part, but it answers with status 404",
    "one.mdx:3: links to //b.example/y, but it answers with status 404",
  ]);
});
