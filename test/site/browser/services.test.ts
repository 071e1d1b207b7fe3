import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { slow } from "../../support/slow.ts";
import { writeFiles } from "../temporary-folder.ts";
import { createFolder } from "./create-folder.ts";
import { type OpenSite, openSite } from "./open-site.ts";

vi.setConfig(slow);

const integrations = { ga4: { measurementId: "G-TEST" }, plausible: { domain: "docs.example.com" } };
const folder = createFolder();
let asking: OpenSite;
let open: OpenSite;

beforeAll(async () => {
  const consent = { cookies: { key: "consent", value: "yes" } };
  asking = await openSite(writeProject("asking", { ...integrations, ...consent }));
  open = await openSite(
    writeProject("open", { ...integrations, posthog: { apiKey: "phc_x", sessionRecording: true } }),
  );
});
afterAll(async () => {
  await asking?.close();
  await open?.close();
  folder.remove();
});

function writeProject(name: string, chosen: Record<string, unknown>): string {
  const project = join(folder.path, name);
  const docs = { theme: "mint", name: "Docs", colors: { primary: "#16A34A" }, navigation: { pages: ["index"] } };
  writeFiles(project, {
    "docs.json": JSON.stringify({ ...docs, integrations: chosen }),
    "index.mdx": "---\ntitle: Home\n---\n\nText.\n",
    "banner.js": `const style = document.createElement("style");
      style.textContent = "#agree { color: rgb(1, 2, 3) }";
      const button = document.createElement("button");
      button.id = "agree";
      button.textContent = "Agree";
      button.onclick = () => localStorage.setItem("consent", "yes");
      document.head.append(style);
      document.body.append(button);\n`,
  });
  return project;
}

/** Every request to another server, each answered by an empty script. */
async function recordVendors(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/^https:/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", headers: { "access-control-allow-origin": "*" }, body: "" });
  });
  return asked;
}

test("no analytics vendor is contacted before the reader consents, and all are contacted right after that", async () => {
  const { page, problems } = await asking.read();
  const asked = await recordVendors(page);
  await page.goto("/");
  const agree = page.locator("#agree");
  await agree.waitFor();
  expect(await agree.evaluate((button) => getComputedStyle(button).color)).toBe("rgb(1, 2, 3)");
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await agree.click();
  await expect
    .poll(() => asked.toSorted())
    .toEqual(["https://plausible.io/js/script.js", "https://www.googletagmanager.com/gtag/js?id=G-TEST"]);
  const again = page.waitForRequest(/plausible/);
  await page.reload();
  await again;
  expect(problems).toEqual([]);
});

test("services are set up like their vendors' snippets, without violating the content security policy", async () => {
  const { page, problems } = await open.read();
  await recordVendors(page);
  await page.goto("/", { waitUntil: "networkidle" });
  const found = await page.evaluate(() => {
    const { dataLayer, posthog } = window as unknown as { dataLayer: unknown[]; posthog: { _i: unknown[] } };
    const plausible = document.querySelector<HTMLScriptElement>('script[src*="plausible"]');
    return {
      kinds: dataLayer.map((entry) => Object.prototype.toString.call(entry)),
      config: [...(dataLayer[1] as ArrayLike<unknown> & Iterable<unknown>).length.toString()],
      posthog: posthog._i,
      domain: plausible?.dataset.domain,
    };
  });
  expect(found).toEqual({
    kinds: ["[object Arguments]", "[object Arguments]"],
    config: ["2"],
    posthog: [["phc_x", { api_host: "https://us.i.posthog.com", disable_session_recording: false }, "posthog"]],
    domain: "docs.example.com",
  });
  expect(problems).toEqual([]);
});

test("a project's script may only contact the servers that it names", async () => {
  const { page } = await open.read();
  await recordVendors(page);
  await page.goto("/");
  const reach = (address: string) =>
    page.evaluate(
      (target) =>
        fetch(target).then(
          () => "reached",
          () => "refused",
        ),
      address,
    );
  expect(await reach("https://region1.google-analytics.com/g/collect")).toBe("reached");
  expect(await reach("https://collector.example.com/")).toBe("refused");
  const inline = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.isInline = true";
    document.head.append(script);
    return "isInline" in window;
  });
  expect(inline).toBe(false);
});
