import { generateKeyPairSync, sign } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hashPassword } from "../../src/accounts/password.ts";
import { type AccessKind, type AccessSettings, accessDefaults } from "../../src/projects/access/access.ts";
import { saveAccess } from "../../src/projects/access/store.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { launchBrowser, stepMilliseconds } from "../support/launch-browser.ts";
import { sitePassword } from "../support/private-site.ts";
import { slow } from "../support/slow.ts";
import { type HostedProject, type Publisher, startPublisher } from "../updates/publisher.ts";

vi.setConfig(slow);

const files = {
  "docs.json": JSON.stringify({
    theme: "mint",
    name: "Kettle",
    colors: { primary: "#16A34A" },
    navigation: { pages: ["index", "inner"] },
  }),
  "index.mdx": "---\ntitle: Welcome\npublic: true\n---\n\nFor everyone.\n",
  "inner.mdx": "---\ntitle: Inner\n---\n\nHello {user.name ?? 'stranger'}, read the roadmap.\n",
};
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const { LECTERN_PICTURES: pictures } = process.env;

let lectern: Publisher;
let site: HostedProject;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let origin: string;

beforeAll(async () => {
  lectern = await startPublisher("sqlite");
  browser = await launchBrowser();
  site = await lectern.createProject("kettle", files);
  await lectern.ended(site.firstUpdate);
  origin = `http://kettle.localhost:${lectern.port}`;
  await change("password", { passwordHash: await hashPassword(sitePassword) });
  const update = await lectern.app.database.transaction((tx) =>
    triggerUpdate(lectern.app, tx, { project: site.project, source: "internal", trigger: "settings" }),
  );
  await lectern.ended(update.id);
});
afterAll(async () => {
  await browser?.close();
  await lectern.close();
});

const change = (kind: AccessKind, settings: Partial<AccessSettings>) =>
  saveAccess(lectern.app.database.query, {
    projectId: site.project.id,
    kind,
    previews: "members",
    settings: { ...accessDefaults, ...settings },
    updatedAt: 0,
  });

async function open(path: string, width = 1280, colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(stepMilliseconds);
  await page.goto(`${origin}${path}`);
  return page;
}

test("a reader signs in from a public page of a phone, comes back to it, and signs out", async () => {
  const page = await open("/", 390);
  await page.getByRole("button", { name: "Open the menu" }).click();
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Wrong password.").waitFor();
  await page.getByLabel("Password").fill(sitePassword);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`${origin}/`);
  await page.getByRole("button", { name: "Open the menu" }).click();
  await page.getByRole("link", { name: "Sign out", exact: true }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Password").waitFor();
  await page.goto(`${origin}/inner`);
  await page.getByLabel("Password").waitFor();
  await page.context().close();
});

test("a token after the # signs a reader in, under the page's policy, and leaves no trace in the address", async () => {
  const value = publicKey.export({ type: "spki", format: "pem" }).toString();
  const loginUrl = "https://app.acme.example/docs";
  await change("readers", { jwt: { name: "Acme", loginUrl, key: { kind: "public_key", value } } });
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString("base64url");
  const exp = Math.floor(Date.now() / 1_000) + 300;
  const text = `${part({ alg: "EdDSA" })}.${part({ host: "kettle.localhost", exp, content: { name: "Ada" } })}`;
  const token = `${text}.${sign(null, Buffer.from(text), privateKey).toString("base64url")}`;
  const page = await open(`/login/jwt-callback?redirect=%2Finner#${token}`);
  await page.waitForURL(`${origin}/inner`);
  await page.getByText("Hello Ada, read the roadmap.").waitFor();
  await page.getByRole("link", { name: "Sign out", exact: true }).waitFor();
  await page.goBack();
  expect(page.url()).not.toContain(token.slice(-20));
  await page.context().close();
});

test.runIf(pictures)("the sign-in pages are drawn for screenshots", async () => {
  const jwt = { name: "Acme", loginUrl: "https://app.acme.example/docs", key: { kind: "jwks" as const, value: "" } };
  const kinds = {
    password: { passwordHash: "x" },
    members: {},
    readers: { jwt, mail: { allowed: ["@acme.example"], groups: [] } },
  } as const;
  const looks = [390, 1280].flatMap((width) => (["light", "dark"] as const).map((theme) => [width, theme] as const));
  for (const [kind, settings] of Object.entries(kinds) as [AccessKind, Partial<AccessSettings>][]) {
    await change(kind, settings);
    const others = { problem: "/_lectern/sign-in?error=expired", "sign-out": "/_lectern/sign-out", public: "/" };
    for (const [name, path] of Object.entries({ [kind]: "/inner", ...(kind === "password" && others) })) {
      for (const [width, theme] of looks) {
        const page = await open(path, width, theme);
        await page.screenshot({ path: `${pictures}/${name}-${width}-${theme}.png` });
        await page.context().close();
      }
    }
  }
});
