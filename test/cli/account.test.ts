import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { expect, test, vi } from "vitest";
import { codeAt } from "../../src/accounts/second-factor/totp.ts";
import { operatorActor } from "../../src/activity/audit/operator.ts";
import { secretKeyPath } from "../../src/platform/secrets.ts";
import { bytesOf } from "../dashboard/second-factor-walk.ts";
import { slow } from "../support/slow.ts";
import { createUsedInstallation, lecternJson, startLectern } from "./lectern.ts";

vi.setConfig(slow);

test("the operator can create links and a new password, and remove a second factor", async () => {
  const { variables, organizationId: organization } = await createUsedInstallation("sqlite");
  const running = await startLectern(variables);
  const post = (path: string, body: object, cookie = "") =>
    fetch(`${running.url}/v1/dashboard/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: running.url, "x-lectern-dashboard": "1", cookie },
      body: JSON.stringify(body),
    });
  const makeLink = () => lecternJson<{ link: string }>(variables, "account", "link", "--organization", organization);
  const [earlier, { link }] = [await makeLink(), await makeLink()];
  const replaced = await post("invitation", { token: earlier.link.split("#")[1] });
  expect(replaced.status).toBe(404);
  expect(await replaced.json()).toEqual({ error: expect.stringContaining("run lectern -- account link") });

  const email = "ada@example.com";
  const account = { token: link.split("#")[1], name: "Ada", email, password: "a long password" };
  const created = await post("account", account);
  expect(await created.json()).toMatchObject({ organizations: [{ id: organization, role: "admin" }] });
  const cookie = created.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  const me = () => fetch(`${running.url}/v1/dashboard/me`, { headers: { cookie } });
  expect((await me()).status).toBe(200);

  const { password } = await lecternJson<{ password: string }>(variables, "account", "password", email);
  expect((await me()).status).toBe(401);
  expect((await post("sign-in", { email, password: account.password })).status).toBe(401);
  expect((await post("sign-in", { email, password })).status).toBe(200);
  const reset = await lecternJson<{ link: string }>(variables, "account", "reset-password", email);
  const newPassword = "another long password";
  expect((await post("password-reset/finish", { token: reset.link.split("#")[1], newPassword })).status).toBe(204);

  const first = await post("sign-in", { email, password: newPassword });
  const session = first.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  const started = await post("authenticator/start", { password: newPassword }, session);
  const { secret } = (await started.json()) as { secret: string };
  const code = () => codeAt(bytesOf(secret), Math.floor(Date.now() / 30_000));
  expect((await post("authenticator/confirm", { code: code() }, session)).status).toBe(200);
  expect(await (await post("sign-in", { email, password: newPassword })).json()).toHaveProperty("secondFactor");
  // `reseal` encrypts this secret with the new key too, so that the old key can be removed.
  const newKey = "a-new-key-that-is-long-and-varied";
  const twoKeys = { ...variables, LECTERN_SECRET_KEYS: `${newKey},${readSecretKey(variables)}` };
  expect(await lecternJson(twoKeys, "reseal")).toEqual({ resealed: 1 });
  expect(await lecternJson({ ...twoKeys, LECTERN_SECRET_KEYS: newKey }, "reseal")).toEqual({ resealed: 0 });
  await lecternJson(variables, "account", "remove-second-factor", email);
  const again = await post("sign-in", { email, password: newPassword });
  expect(await again.json()).toHaveProperty("me");

  const log = await fetch(`${running.url}/v1/dashboard/organization/${organization}/audit`, {
    headers: { cookie: again.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "" },
  });
  const { entries } = (await log.json()) as { entries: { actor: object; action: string; details: object }[] };
  const byOperator = entries.filter(({ actor }) => isDeepStrictEqual(actor, operatorActor()));
  expect(byOperator.map(({ action, details }) => [action, details])).toEqual([
    ["removeSecondFactor", { email }],
    ["createResetLink", { email }],
    ["changePassword", { email }],
    ["createInvitation", { role: "admin" }],
    ["createInvitation", { role: "admin" }],
  ]);
  expect(await running.stop()).toBe(0);
});

function readSecretKey({ LECTERN_DATA = "" }: Readonly<Record<string, string>>): string {
  return readFileSync(secretKeyPath(LECTERN_DATA), "utf8");
}
