import { once } from "node:events";
import { onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { freePort } from "../../src/platform/free-port.ts";
import { newPage } from "../dashboard/dashboard-browser.ts";
import { join } from "../dashboard/people.ts";
import { createTestHostedProject } from "../support/hosted-project.ts";
import { launchBrowser } from "../support/launch-browser.ts";
import { liveUrl } from "../support/live-client.ts";
import { startInstallation } from "../support/server.ts";
import { slow } from "../support/slow.ts";
import { createDraft } from "./live-support.ts";

vi.setConfig(slow);

test("a tab beyond the limit of a draft says so, and connects once another tab is closed", async () => {
  const port = await freePort("127.0.0.1");
  const lectern = await startInstallation("sqlite");
  onTestFinished(() => lectern.stop());
  const node = await lectern.startNode({ port, settings: { LECTERN_EDITORS_PER_DRAFT: "1" } });
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const { organizationId } = lectern.tenant;
  const hosted = await createTestHostedProject({
    ...lectern.node,
    clock: lectern.clock,
    repositoriesFolder: `${lectern.storage.dataFolder}/repositories`,
    url: node.url,
    domain: "plants",
    files: { "docs.json": '{ "name": "Plants", "navigation": { "pages": ["index"] } }', "index.mdx": "Water.\n" },
    organizationId,
  });
  const { cookie } = await join(lectern, organizationId, "editor", "ada@acme.test");
  const [, value = ""] = /lectern\.session_token=([^;]+)/.exec(cookie) ?? [];
  const context = await browser.newContext();
  await context.addCookies([{ name: "lectern.session_token", value, url: node.url, httpOnly: true, sameSite: "Lax" }]);
  const { page } = await newPage(context);
  const headers = { cookie: `lectern.session_token=${value}`, origin: node.url };
  const draft = await createDraft({ database: node.database, clock: lectern.clock }, hosted);
  const other = new WebSocket(liveUrl(node.url, hosted.project, draft), { headers });
  await once(other, "open");
  await page.goto(`${node.url}/dashboard/${organizationId}/plants/editor?draft=${draft.id}`);
  await page.getByText("This draft is open in 1 tab, which is the limit.").waitFor();
  await page.getByText("Not connected").waitFor();
  other.close();
  await once(other, "close");
  await vi.waitFor(async () => {
    // A tab reconnects when the browser is online again. Otherwise it waits for up to 15 seconds.
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await page.getByText("Saved").waitFor({ timeout: 1_000 });
  }, slow.testTimeout);
});
