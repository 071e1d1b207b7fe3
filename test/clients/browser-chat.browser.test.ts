import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createKey } from "../../src/keys/create-key.ts";
import { publishPages } from "../assistant/asked-project.ts";
import { launchBrowser, stepMilliseconds } from "../support/launch-browser.ts";
import { slow } from "../support/slow.ts";
import { type Publisher, startPublisher } from "../updates/publisher.ts";
import { bundleExample, codeOf, type ForeignSite, serveForeignSite } from "./example-page.ts";

vi.setConfig(slow);

const examples = [
  { page: "chat-sdk-5.mdx", name: "sdk-7", alias: {} },
  { page: "chat-sdk-4.mdx", name: "sdk-4", alias: { "@ai-sdk/react": "ai-react-v1" } },
];

let lectern: Publisher;
let site: ForeignSite;
let otherSite: ForeignSite;
let browser: Browser;

/** The examples from the docs, with the address and the key filled in. */
beforeAll(async () => {
  lectern = await startPublisher("sqlite");
  const { projectId } = await publishPages(lectern, "docs");
  const scripts = new Map<string, string>();
  site = await serveForeignSite(lectern.url, scripts);
  otherSite = await serveForeignSite(lectern.url, scripts);
  const { app, organizationId } = lectern;
  const request = { kind: "assistant" as const, organizationId, projectId, allowedOrigins: [site.url] };
  const { secret } = await createKey(app, app.database.query, request);
  for (const { page, name, alias } of examples) {
    const code = codeOf(page, "tsx assistant-chat.tsx")
      .replace("http://localhost:3000", lectern.url)
      .replace("svc_dsc_YOUR_KEY", secret);
    scripts.set(name, await bundleExample(code, alias));
  }
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  site.close();
  otherSite.close();
  await lectern.close();
});

const open = async (url: string): Promise<{ page: Page; problems: string[] }> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(stepMilliseconds);
  onTestFinished(() => page.close());
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(url);
  return { page, problems };
};

const ask = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel("Question").fill(text);
  await page.getByRole("button", { name: "Ask" }).click();
};

describe.each(examples)("the React example of $page, on another website", ({ name }) => {
  test("the documented React chat shows the answer with its sources and continues the thread", async () => {
    const { page, problems } = await open(`${site.url}/${name}`);
    await ask(page, "How do I install it on Linux?");
    await page.getByText("Install the package with apt").waitFor();
    await page.getByRole("link", { name: "Install" }).first().waitFor();
    await page.getByRole("button", { name: "Ask" }).waitFor();
    await ask(page, "And on Windows?");
    await page.getByText("From the docs: Install › Windows").waitFor();
    expect(problems).toEqual([]);
    const threads = await lectern.app.database.query.selectFrom("turns").select("threadId").orderBy("id").execute();
    expect(new Set(threads.slice(-2).map(({ threadId }) => threadId)).size).toBe(1);
  });

  test("the documented React chat shows an error if the key does not allow the website", async () => {
    const { page } = await open(`${otherSite.url}/${name}`);
    const [reply] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      ask(page, "How do I install it on Linux?"),
    ]);
    expect(reply.status()).toBe(403);
    expect(await reply.json()).toEqual({
      error: "This key can't be used on this website; create a key that allows its origin.",
    });
    await page.getByRole("alert").waitFor();
  });
});
