import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { slow } from "../support/slow.ts";
import { type Dashboard, newPage, openDashboard } from "./dashboard-browser.ts";

vi.setConfig(slow);

let dashboard: Dashboard;
let page: Page;
let faults: string[];

beforeAll(async () => {
  dashboard = await openDashboard();
  const context = await dashboard.browser.newContext({ viewport: { width: 1280, height: 900 } });
  ({ page, faults } = await newPage(context));
  await page.goto(dashboard.ownerLink);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "No projects yet" }).waitFor();
  await page.goto(`${dashboard.url}/dashboard/acme/-/new`);
  await page.getByRole("radio", { name: "Starter" }).check({ force: true });
  await page.getByLabel("Name").fill("Zoo");
  await page.getByRole("button", { name: "Create project" }).click();
  await page.waitForURL(/\/zoo\/updates\/upd_/);
});

afterAll(async () => {
  await dashboard?.close();
});

test("the settings of a project are saved as they are in the form, and shown again", async () => {
  await settings("branches");
  await page.getByLabel("Require pull requests").check();
  await page.getByLabel("Editors can publish").uncheck();
  await page.getByLabel("Required approvals").fill("2");
  await page.getByLabel("Other protected branches").fill(" v1 \n\nrelease/2 ");
  expect(await sent("Save")).toEqual({
    branchRules: {
      editorsPublish: false,
      pullRequestsOnly: true,
      forcePush: false,
      requiredApprovals: 2,
      otherBranches: ["v1", "release/2"],
    },
  });
  await page.reload();
  expect(await page.getByLabel("Require pull requests").isChecked()).toBe(true);
  expect(await page.getByLabel("Editors can publish").isChecked()).toBe(false);
  expect(await page.getByLabel("Other protected branches").inputValue()).toBe("v1\nrelease/2");

  await settings("general");
  expect(await page.getByLabel("Branch", { exact: true }).inputValue()).toBe("main");
  await page.getByLabel("Fail updates with warnings").check();
  expect(await sent("Save", 0)).toMatchObject({ name: "Zoo", branch: "main", directory: "", isStrict: true });
  await page.getByLabel("Path on the site").fill("old");
  await page.getByLabel("Version", { exact: true }).selectOption("Tag");
  await page.getByLabel("Branch or tag").fill("v1");
  expect(await sent("Add source")).toEqual({ sources: [{ path: "old", repository: null, tag: "v1", directory: "" }] });
  await page.getByText("This repository, tag v1").waitFor();
});

test("what the server refuses is shown at its field", async () => {
  await settings("agent");
  await page.getByLabel("Signing secret").fill("abc");
  await page.getByLabel("Bot token").fill("wrong");
  await sent("Save", 3);
  const field = page.getByLabel("Bot token");
  await page.locator("p[id$=-error]").getByText("This is not well formed.").waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await field.getAttribute("aria-describedby")).toMatch(/-error$/);
  expect(await page.getByLabel("Signing secret").getAttribute("aria-invalid")).toBe(null);
});

test("a method of signing in that is turned on has its fields, and one that is turned off has none", async () => {
  await settings("access");
  await page.getByRole("radio", { name: "Readers who sign in" }).check();
  await page.getByRole("checkbox", { name: "Your identity provider" }).check();
  await page.getByLabel("Issuer").fill("https://id.example.com");
  await page.getByLabel("Client ID").fill("docs");
  await page.getByRole("checkbox", { name: "Your product" }).check();
  await page.getByLabel("Login page").fill("https://app.example.com/login");
  await page.getByLabel("Button text").last().fill("Acme");
  await page.getByLabel("Tokens are checked with").selectOption("The keys at an address (JWKS)");
  await page.getByLabel("Address of the keys").fill("https://app.example.com/jwks.json");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Fill in this field.").waitFor();
  await page.getByRole("checkbox", { name: "Your identity provider" }).uncheck();
  expect(await sent("Save")).toEqual({
    kind: "readers",
    sessionHours: expect.any(Number),
    server: null,
    provider: null,
    jwt: {
      loginUrl: "https://app.example.com/login",
      name: "Acme",
      key: { kind: "jwks", value: "https://app.example.com/jwks.json" },
    },
    mail: null,
  });
});

test("a list of choices needs one, and an empty optional field isn't sent", async () => {
  await page.goto(`${dashboard.url}/dashboard/account#create-token`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Laptop");
  await dialog.getByLabel("Read").uncheck();
  await dialog.getByLabel("Write").uncheck();
  await dialog.getByRole("button", { name: "Create token" }).click();
  await dialog.getByText("Choose at least one.").waitFor();
  await dialog.getByLabel("Read").check();
  expect(await sent("Create token", -1)).toEqual({
    name: "Laptop",
    scopes: ["read"],
    expiresInDays: 90,
    organizationId: null,
  });
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.goto(`${dashboard.url}/dashboard/acme/zoo/automations`);
  await page.getByRole("button", { name: "New automation" }).first().click();
  await dialog.getByLabel("Name").fill("Links");
  await dialog.getByLabel("When").selectOption("On a schedule");
  await dialog.getByLabel("Time zone").fill("");
  expect(await sent("Save", -1)).toEqual({
    name: "Links",
    when: { schedule: "0 6 * * 1" },
    do: { task: expect.objectContaining({ name: expect.any(String) }) },
    pullRequest: "growing",
    limits: { runsPerDay: expect.any(Number) },
  });
  expect(faults).toEqual([]);
});

async function settings(tab: string): Promise<void> {
  await page.goto(`${dashboard.url}/dashboard/acme/zoo/settings?tab=${tab}`);
  await page.getByRole("button", { name: "Save" }).first().waitFor();
}

/** Presses a button, and returns the body of the request that follows once it is answered. */
async function sent(button: string, index = 0): Promise<unknown> {
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: button, exact: true }).nth(index).click();
  return (await answered).request().postDataJSON();
}
