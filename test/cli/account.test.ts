import { isDeepStrictEqual } from "node:util";
import { expect, test, vi } from "vitest";
import { operatorActor } from "../../src/platform/audit/operator.ts";
import { slow } from "../support/slow.ts";
import { createUsedInstallation, lecternJson, startLectern } from "./lectern.ts";

vi.setConfig(slow);

test("the operator can create a new link and a new password", async () => {
  const { variables, organizationId: organization } = await createUsedInstallation("sqlite");
  const running = await startLectern(variables);
  const post = (path: string, body: object) =>
    fetch(`${running.url}/v1/dashboard/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: running.url, "x-lectern-dashboard": "1" },
      body: JSON.stringify(body),
    });
  const [printed = ""] = /(?<=\/dashboard\/join#)[\w-]+/.exec(running.stdout) ?? [];
  const { link } = await lecternJson<{ link: string }>(variables, "account", "link", "--organization", organization);
  expect((await post("invitation", { token: printed })).status).toBe(404);

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
  const again = await post("sign-in", { email, password });
  expect(again.status).toBe(200);

  const log = await fetch(`${running.url}/v1/dashboard/organization/${organization}/audit`, {
    headers: { cookie: again.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "" },
  });
  const { entries } = (await log.json()) as { entries: { actor: object; action: string; details: object }[] };
  const byOperator = entries.filter(({ actor }) => isDeepStrictEqual(actor, operatorActor()));
  expect(byOperator.map(({ action, details }) => [action, details])).toEqual([
    ["changePassword", { email }],
    ["createInvitation", { role: "admin" }],
    ["createInvitation", { role: "admin" }],
  ]);
  expect(await running.stop()).toBe(0);
});
