import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { slow } from "../support/slow.ts";
import { type Publisher, smallProject, startPublisher } from "../updates/publisher.ts";
import { openTcpGate, type TcpGate } from "./tcp-gate.ts";

vi.setConfig(slow);

const config = JSON.parse(String(smallProject["docs.json"]));
const site = {
  ...smallProject,
  "docs.json": JSON.stringify({ ...config, redirects: [{ source: "/old", destination: "/guides/start" }] }),
};

let gate: TcpGate;
let lectern: Publisher;

beforeAll(async () => {
  const postgres = new URL(inject("postgresUrl"));
  gate = await openTcpGate({ host: "127.0.0.1", port: Number(postgres.port) });
  lectern = await startPublisher("postgres", "s3", {}, gate.port);
  const { first } = await lectern.publish("acme", site, { customDomains: ["docs.acme.example"] });
  expect(first.status).toBe("success");
});
afterAll(async () => {
  await lectern.close();
  await gate.close();
});

const ask = (path: string, options = {}) => lectern.read("acme", path, options);

test("while the artifact store fails, pages in memory are served and others get 503", async () => {
  await ask("/guides/start");
  const { s3 } = lectern;
  if (s3 === undefined) throw new Error("The test needs an S3 server.");
  const { fault } = s3;
  s3.fault = () => ({ kind: "refuse", status: 500, code: "InternalError" });
  expect((await ask("/guides/start")).status).toBe(200);
  const { status, headers, text } = await ask("/guides/end");
  expect([status, headers["retry-after"]]).toEqual([503, "5"]);
  expect(text).not.toMatch(/S3|store/i);
  s3.fault = fault;
  expect((await ask("/guides/end")).status).toBe(200);
});

test("while PostgreSQL is down, a published site is served from memory and from the store", async () => {
  await ask("/");
  await lectern.read("", "/", { host: "docs.acme.example" });
  await gate.close();
  const home = await ask("/");
  expect([home.status, home.text.includes("The first words.")]).toEqual([200, true]);
  expect((await lectern.read("", "/", { host: "docs.acme.example" })).status).toBe(200);
  // This file wasn't requested before, so its bytes come from the store.
  expect((await ask("/llms.txt")).status).toBe(200);
  expect((await ask("/old")).headers.location).toBe("/guides/start");
  expect((await ask("/nothing-here")).status).toBe(404);
  const [style = ""] = /\/_lectern\/[^"]+\.css/.exec(home.text) ?? [];
  expect((await ask(style)).status).toBe(200);
  const unknown = await lectern.read("never-asked", "/");
  expect([unknown.status, unknown.headers["retry-after"]]).toEqual([503, "5"]);
  await gate.reopen();
  await vi.waitFor(async () => expect((await lectern.read("never-asked", "/")).status).toBe(404), { timeout: 60_000 });
  expect((await ask("/")).status).toBe(200);
});
