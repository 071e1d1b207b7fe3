import { afterAll, beforeAll, expect, test } from "vitest";
import { dashboardOperations } from "../../../src/contract/dashboard-operations.ts";
import { expectError } from "../../contract/expect-reply.ts";
import { send } from "../../contract/send.ts";
import { callAs, fromDashboard, join, type Person, password, sessionCookie } from "../../dashboard/people.ts";
import { type Installation, startInstallation } from "../../support/server.ts";

let lectern: Installation;
let person: Person;

beforeAll(async () => {
  lectern = await startInstallation("sqlite");
  person = await join(lectern, lectern.tenant.organizationId, "admin", "admin@acme.test");
});
afterAll(() => lectern.stop());

const getMe = (cookie: string) =>
  send(lectern.node.url, { path: dashboardOperations.getMe.path, headers: { ...fromDashboard, cookie } });

test("signing in never continues a session that someone else has planted", async () => {
  const planted = `__Host-lectern.session_token=${"p".repeat(32)}`;
  const signedIn = await callAs(lectern, planted)("signIn", { body: { email: person.email, password } });
  const cookie = sessionCookie(signedIn);
  expect(cookie).not.toBe(planted);
  expect(cookie).not.toBe(person.cookie);
  expect((await getMe(cookie)).status).toBe(200);
  expectError(401, await getMe(planted));
});

test("a session is only accepted in the cookie that other hosts of the domain can't set", async () => {
  const token = tokenIn(person.cookie);
  expect((await getMe(person.cookie)).status).toBe(200);
  for (const name of [
    "lectern.session_token",
    "session_token",
    "__Secure-lectern.session_token",
    "__host-lectern.session_token",
  ]) {
    expectError(401, await getMe(`${name}=${token}`));
  }
});

test("a cookie of the same form from another host can't replace a session", async () => {
  const other = await join(lectern, lectern.stranger.organizationId, "admin", "admin@zenith.test");
  const token = tokenIn(other.cookie);
  const reply = await getMe(`lectern.session_token=${token}; ${person.cookie}`);
  expect(JSON.parse(reply.text).user.email).toBe(person.email);
});

function tokenIn(cookie: string): string {
  return /session_token=([\w-]+)/.exec(cookie)?.[1] ?? "";
}
