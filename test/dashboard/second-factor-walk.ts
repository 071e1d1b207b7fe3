import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { codeAt } from "../../src/accounts/second-factor/totp.ts";
import { dashboardOperations } from "../../src/contract/dashboard-operations.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { freePort } from "../../src/platform/free-port.ts";
import type { Installation } from "../support/server.ts";
import { newPage } from "./dashboard-browser.ts";
import { join, type Person, password } from "./people.ts";

const stepMilliseconds = 30_000;
const newPassword = "a brand new password";

/**
 * A member sets up a second factor because the organization requires one, signs in with it in every way, and loses the
 * password.
 */
export async function walkSecondFactor(lectern: Installation, browser: Browser, admin: Person): Promise<void> {
  const { organizationId } = lectern.tenant;
  const person = await join(lectern, organizationId, "viewer", "walks@acme.test");
  // Browsers support passkeys only on hosts with a name, not on IP addresses.
  const node = await lectern.startNode({ port: await freePort("127.0.0.1"), host: "localhost" });
  const url = `http://localhost:${node.port}`;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { page, faults } = await newPage(context);
  await addVirtualAuthenticator(context, page);
  const walk = { lectern, page, context, url, person };

  await signIn(walk, password);
  await page.getByRole("heading", { name: "Projects", exact: true }).waitFor();
  await setUpForAdmin(lectern, admin);
  await changeRules(admin, organizationId, { needsSecondFactor: true, idleMinutes: 30 });
  await page.getByText("requires a second factor").waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/account");
  await page.goto(`${url}/dashboard/${organizationId}`);
  await page.getByText("requires a second factor").waitFor();

  const { secret, recoveryCode } = await setUpApp(walk);
  await page.getByText("requires a second factor").waitFor({ state: "detached" });
  await addPasskey(walk);
  await signInFromOtherOrigin(walk);
  await signInInEveryWay(walk, secret, recoveryCode);
  await resetPassword(walk, admin);

  await changeRules(admin, organizationId, { needsSecondFactor: false, idleMinutes: null });
  await admin.call("removeAuthenticator", { body: { password } });
  expect(faults).toEqual([]);
  await context.close();
  await node.stop();
}

interface Walk {
  lectern: Installation;
  page: Page;
  context: BrowserContext;
  url: string;
  person: Person;
}

/** Acts like a laptop with a fingerprint reader whose owner always agrees. */
async function addVirtualAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function changeRules(
  admin: Person,
  organizationId: string,
  rules: { needsSecondFactor: boolean; idleMinutes: number | null },
): Promise<void> {
  const body = { ...rules, sessionHours: null };
  expect((await admin.call("changeSignInRules", { params: { organizationId }, body })).status).toBe(200);
}

/** Only an admin who has a second factor can require one. */
async function setUpForAdmin(lectern: Installation, admin: Person): Promise<void> {
  const { secret } = JSON.parse((await admin.call("startAuthenticator", { body: { password } })).text);
  const body = { code: codeNow(lectern, bytesOf(secret)) };
  expect((await admin.call("confirmAuthenticator", { body })).status).toBe(200);
}

async function signIn({ page, url, person }: Walk, word: string): Promise<void> {
  await page.goto(`${url}/dashboard/sign-in`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Fill in this field.").first().waitFor();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(word);
  await page.getByRole("button", { name: "Show password" }).click();
  expect(await page.getByLabel("Password").getAttribute("type")).toBe("text");
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function setUpApp({ page, lectern }: Walk): Promise<{ secret: Buffer; recoveryCode: string }> {
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const secret = bytesOf((await page.getByRole("dialog").locator("code").textContent()) ?? "");
  await page.getByLabel("Code", { exact: true }).fill(codeNow(lectern, secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
  const codes = (await page.getByRole("dialog").locator("pre").textContent())?.split("\n") ?? [];
  expect(codes).toHaveLength(10);
  await page.getByRole("button", { name: "I saved them" }).click();
  await page.getByText("10 of 10 unused").waitFor();
  return { secret, recoveryCode: codes[0] ?? "" };
}

async function addPasskey({ page }: Walk): Promise<void> {
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Work laptop");
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("cell", { name: "Work laptop", exact: true }).waitFor();
}

/** Browsers also let other servers on the same host use a passkey. Only the dashboard's own origin may sign in with it. */
async function signInFromOtherOrigin({ page, context, url }: Walk): Promise<void> {
  const other = "http://localhost:8443";
  await page.route(`${other}/**`, (route) => route.fulfill({ contentType: "text/html", body: "<title>Other</title>" }));
  for (const [origin, status] of [
    [other, 401],
    [url, 200],
  ] as const) {
    await context.clearCookies();
    await page.goto(`${url}/dashboard/sign-in`);
    const { options } = await post(page, dashboardOperations.startPasskeySignIn, { isSecondFactor: false });
    await page.goto(`${origin}/dashboard/sign-in`);
    const credential = await page.evaluate(async (given) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(given);
      const chosen = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
      const { id, rawId, response } = chosen.toJSON() as AuthenticationResponseJSON;
      const { clientDataJSON, authenticatorData, signature, userHandle } = response;
      return { id, rawId, type: "public-key", response: { clientDataJSON, authenticatorData, signature, userHandle } };
    }, options);
    const { origin: signed } = JSON.parse(Buffer.from(credential.response.clientDataJSON, "base64url").toString());
    expect(signed).toBe(origin);
    await page.goto(`${url}/dashboard/sign-in`);
    expect(await post(page, dashboardOperations.finishSignIn, { credential })).toMatchObject({ status });
  }
}

/** Sends a request as the dashboard does. */
function post(page: Page, { path }: Operation, body: object) {
  return page.evaluate(
    async ([address, json]) => {
      const headers = { "content-type": "application/json", "x-lectern-dashboard": "1" };
      const reply = await fetch(address, { method: "POST", headers, body: json });
      return { ...(await reply.json()), status: reply.status };
    },
    [path, JSON.stringify(body)] as const,
  );
}

async function signInInEveryWay(walk: Walk, secret: Buffer, recoveryCode: string): Promise<void> {
  const { page, context, url, lectern } = walk;
  const enter = () => page.getByRole("heading", { name: "Projects", exact: true }).waitFor();
  await context.clearCookies();
  await page.goto(`${url}/dashboard/sign-in`);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await enter();

  await context.clearCookies();
  await signIn(walk, password);
  await page.getByRole("heading", { name: "Confirm it’s you" }).waitFor();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await enter();

  await context.clearCookies();
  await signIn(walk, password);
  lectern.clock.advance(2 * stepMilliseconds);
  expect(await page.getByLabel("Code").getAttribute("autocomplete")).toBe("one-time-code");
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("That code is wrong").waitFor();
  await page.getByLabel("Code").fill(codeNow(lectern, secret));
  await page.getByRole("button", { name: "Sign in" }).click();
  await enter();

  await context.clearCookies();
  await signIn(walk, password);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Sign in" }).click();
  await enter();
  await page.goto(`${url}/dashboard/account`);
  await page.getByText("9 of 10 unused").waitFor();
  await page.getByText("after 30 minutes without activity").waitFor();
}

async function resetPassword(walk: Walk, admin: Person): Promise<void> {
  const { page, context, url, person, lectern } = walk;
  await context.clearCookies();
  await page.goto(`${url}/dashboard/sign-in`);
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await page.getByText("This server doesn’t send mail").waitFor();
  const params = { organizationId: lectern.tenant.organizationId, userId: person.userId };
  const { link } = JSON.parse((await admin.call("createResetLink", { params })).text);
  const path = `${url}/dashboard/reset-password#${link.split("#")[1]}`;
  await page.goto(path);
  await page.getByLabel("New password").fill(newPassword);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("heading", { name: "Password changed" }).waitFor();
  await page.goto("about:blank");
  await page.goto(path);
  await page.getByRole("heading", { name: "This link doesn’t work" }).waitFor();
  await signIn(walk, newPassword);
  await page.getByRole("heading", { name: "Confirm it’s you" }).waitFor();
}

function codeNow({ clock }: Installation, secret: Buffer): string {
  return codeAt(secret, Math.floor(clock.now() / stepMilliseconds));
}

/** Decodes a base32 secret. */
export function bytesOf(secret: string): Buffer {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
