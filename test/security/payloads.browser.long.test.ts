import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { invite } from "../../src/accounts/invite.ts";
import { dashboardOperations } from "../../src/contract/dashboard-operations.ts";
import { send } from "../contract/send.ts";
import { password } from "../dashboard/people.ts";
import { launchBrowser, stepMilliseconds } from "../support/launch-browser.ts";
import { slow } from "../support/slow.ts";
import { ownImage, type Publisher, startPublisher } from "../updates/publisher.ts";
import { payloads } from "./payloads.ts";
import { provoke } from "./provoke.ts";

vi.setConfig(slow);

const link = "javascript:top.hacked=1";
const image = "<img src=x onerror=top.hacked=1>";
const breakout = `"></script></style></title></textarea>${image}`;
const fifth = (at: number) => payloads.filter((_, index) => index % 5 === at);
const escapedPage = (title: string, body = "Text.") => `---\ntitle: ${JSON.stringify(title)}\n---\n\n${body}\n`;

const titles = Object.fromEntries(
  payloads.map((payload, at) => [`titles/${at}`, escapedPage(payload, "Text about onerror.")]),
);
const markdown: Record<string, string> = {
  ...Object.fromEntries([0, 1, 2, 3, 4].map((at) => [`markdown/${at}`, `# Page ${at}\n\n${fifth(at).join("\n\n")}\n`])),
  "markdown/links": `![a"onerror=top.hacked=1](/s.svg "${image}") [a](${link} "${image}") <${link}> [b][b]\n\n[b]: ${link}\n`,
};
const sources = payloads.map((payload) => JSON.stringify(payload));

/** Pages with the payloads in each place where an author's text goes. */
const pages: Record<string, string> = {
  index: `---\ntitle: ${JSON.stringify(image)}\ndescription: ${JSON.stringify(breakout)}\nsidebarTitle: ${JSON.stringify(image)}\nkeywords: [${JSON.stringify(breakout)}]\nicon: ${JSON.stringify(breakout)}\ntag: ${JSON.stringify(breakout)}\n"og:title": ${JSON.stringify(breakout)}\ncanonical: ${JSON.stringify(link)}\n---\n\nText.\n`,
  "link-page": `---\ntitle: Away\nurl: ${JSON.stringify(link)}\n---\n`,
  raw: escapedPage(
    "Raw",
    sources.map((source) => `<div dangerouslySetInnerHTML={{__html: ${source}}} />`).join("\n\n"),
  ),
  attributes: escapedPage(
    "Attributes",
    [...sources, JSON.stringify(link), JSON.stringify(breakout)]
      .map((value) => {
        return `<Card title={${value}} href={${value}} icon={${value}} img={${value}} cta={${value}}>{${value}}</Card>

<Tabs><Tab title={${value}}>{${value}}</Tab></Tabs>

<Accordion title={${value}} description={${value}} icon={${value}}>{${value}}</Accordion>

<ParamField path={${value}} type={${value}} default={${value}}>{${value}}</ParamField>

<a href={${value}} style={${value}} onClick={${value}}>{${value}}</a>

<img src={${value}} alt={${value}} /> <iframe src={${value}} title={${value}} /> <Tooltip tip={${value}}>a</Tooltip>`;
      })
      .join("\n\n"),
  ),
  code: escapedPage(
    "Code",
    [...payloads, breakout]
      .map((payload) => {
        return `\`\`\`html title="${payload.replaceAll(/["`]/g, "'")}" ${payload.replaceAll("`", "")}\n${payload}\n\`\`\`\n\n\`${payload.replaceAll("`", "")}\``;
      })
      .join("\n\n"),
  ),
  drawn: escapedPage(
    "Drawn",
    `\`\`\`mermaid
flowchart TD
  a["${image}"] --> b["<a href='${link}'>x</a>"]
  click a "${link}"
  click b call hacked()
  style a fill:url(${link})
\`\`\`

\`\`\`mermaid
%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "</style>${image}"}}%%
sequenceDiagram
  participant A as ${image}
  link A: Home @ ${link}
  A->>B: ${image}
\`\`\`

\`\`\`mermaid
gantt
  title ${image}
  section <svg onload=top.hacked=1>
  a :a1, 2020-01-01, 3d
  click a1 href "${link}"
\`\`\`

$$\n\\href{${link}}{x} \\url{${link}} \\htmlData{onclick=top.hacked=1}{c} \\htmlStyle{x:expression(1)}{d} \\includegraphics{${link}}\n$$

![a](/s.svg)`,
  ),
};

const openApi = {
  openapi: "3.1.0",
  info: { title: image, version: breakout, description: payloads.join("\n\n") },
  servers: [{ url: link, description: image }],
  tags: [{ name: image, description: payloads.join("\n\n"), externalDocs: { url: link, description: image } }],
  paths: {
    "/a/{b}": {
      post: {
        tags: [image],
        summary: image,
        description: payloads.join("\n\n"),
        externalDocs: { url: link },
        parameters: [
          {
            name: "b",
            in: "path",
            required: true,
            description: payloads.join("\n\n"),
            example: breakout,
            schema: { type: "string", enum: [image, breakout], default: image, pattern: image },
          },
          { name: image, in: "query", description: image, schema: { type: "string" } },
        ],
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                title: image,
                properties: { [image]: { type: "string", description: payloads.join("\n\n") } },
              },
              example: { [image]: breakout },
            },
          },
        },
        responses: { 200: { description: payloads.join("\n\n"), content: { "application/json": { example: image } } } },
        "x-codeSamples": [{ lang: image, label: image, source: payloads.join("\n") }],
      },
    },
  },
};

const settings = {
  theme: "mint",
  name: image,
  description: breakout,
  colors: { primary: "#3b5bdb" },
  seo: ownImage,
  navbar: { links: [{ label: image, href: link }], primary: { type: "button", label: image, href: link } },
  footer: { socials: { github: link, x: link }, links: [{ header: image, items: [{ label: image, href: link }] }] },
  banner: { content: payloads.slice(0, 12).join(" "), dismissible: true },
  navigation: {
    global: { anchors: [{ anchor: image, href: link, icon: breakout }] },
    tabs: [
      {
        tab: image,
        icon: breakout,
        groups: [
          { group: image, tag: breakout, icon: link, pages: [...Object.keys(pages), ...Object.keys(markdown)] },
          ...payloads.map((group, at) => ({ group, pages: [`titles/${at}`] })),
        ],
      },
      { tab: "API", openapi: "openapi.json" },
      { tab: image, href: link },
    ],
  },
};

const files: Record<string, string> = {
  "docs.json": JSON.stringify(settings),
  "openapi.json": JSON.stringify(openApi),
  "s.svg": `<svg xmlns="http://www.w3.org/2000/svg" onload="top.hacked=1"><script>top.hacked=1</script><a href="${link}"><text y="20">x</text></a></svg>`,
  "h.html": "<script>top.hacked=1</script>",
  ...Object.fromEntries(
    [...Object.entries(pages), ...Object.entries(titles)].map(([name, text]) => [`${name}.mdx`, text]),
  ),
  ...Object.fromEntries(Object.entries(markdown).map(([name, text]) => [`${name}.md`, text])),
};

let publisher: Publisher;
let browser: Browser;
let operationPath: string;

beforeAll(async () => {
  [publisher, browser] = await Promise.all([startPublisher("sqlite"), launchBrowser()]);
  const { first } = await publisher.publish("on", files);
  expect(first).toMatchObject({ status: "success" });
  const { project } = await publisher.createProject("off", files);
  await publisher.app.database.query
    .updateTable("projects")
    .set({ authorCode: 0 })
    .where("id", "=", project.id)
    .execute();
  const { statusId } = await publisher.client.triggerUpdate({ projectId: project.id });
  expect(await publisher.ended(statusId)).toMatchObject({ status: "success" });
  operationPath =
    /<loc>[^<]*?(\/[^/<]*api[^<]*)<\/loc>/.exec((await publisher.read("on", "/sitemap.xml")).text)?.[1] ?? "";
});

afterAll(async () => {
  await browser?.close();
  await publisher?.close();
});

/** A browser that ignores content security policies, so that nothing but the cleaning of the pages protects it. */
async function openContext(): Promise<BrowserContext> {
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(stepMilliseconds);
  onTestFinished(() => context.close());
  return context;
}

/** While author code is on, script elements of a page become scripts of the site. */
async function signsOf(page: Page, domain: string): Promise<string[]> {
  return (await provoke(page)).filter((sign) => domain === "off" || sign !== "ran");
}

describe.each(["on", "off"])("with author code %s", (domain) => {
  const url = (path: string) => `http://${domain}.localhost:${publisher.port}${path}`;

  test("no payload runs on any page of the site", async () => {
    const context = await openContext();
    const names = [
      "",
      ...Object.keys(pages).slice(1),
      ...Object.keys(markdown),
      "titles/0",
      "titles/42",
      "s.svg",
      "h.html",
    ];
    const paths = [...names.map((name) => `/${name}`), "/index.md", "/llms.txt", `/gone${encodeURIComponent(image)}`];
    const signs: Record<string, string[]> = {};
    expect(operationPath).not.toBe("");
    for (const path of [...paths, operationPath]) {
      const page = await context.newPage();
      page.on("dialog", (dialog) => void dialog.dismiss());
      await page.goto(url(path), { waitUntil: "load" });
      if (path === "/drawn") await page.locator(".diagram-view svg").first().waitFor();
      const found = await signsOf(page, domain);
      if (found.length > 0) signs[path] = found;
      await page.close();
    }
    expect(signs).toEqual({});
  });

  test("no payload runs in the search or in an answer", async () => {
    const context = await openContext();
    const page = await context.newPage();
    await page.goto(url("/titles/1"));
    await page.keyboard.press("Control+k");
    await page.keyboard.type("onerror");
    await page.locator("[role=option]").first().waitFor();
    expect(await signsOf(page, domain)).toEqual([]);
    await page.goto(url("/titles/1"));
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.locator(".question-field").fill("What is onerror?");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".turn").last().getAttribute("data-state")).toBe("done");
    expect(await signsOf(page, domain)).toEqual([]);
  });
});

test("no payload runs when the dashboard's editor is opened for a page", async () => {
  const { app, organizationId, port, url } = publisher;
  const email = "editor@acme.test";
  const { token } = await invite(app, app.database.query, { organizationId, email, role: "admin", invitedBy: null });
  const reply = await send(url, {
    method: "POST",
    path: dashboardOperations.createAccount.path,
    headers: { "x-lectern-dashboard": "1", origin: url },
    json: { token, name: email, email, password },
  });
  const [, value = ""] = /lectern\.session_token=([\w-]+)/.exec(String(reply.headers["set-cookie"])) ?? [];
  const context = await openContext();
  await context.addCookies([{ name: "lectern.session_token", value, url, httpOnly: true, sameSite: "Lax" }]);
  const page = await context.newPage();
  page.on("dialog", (dialog) => void dialog.dismiss());
  for (const path of [
    "index.mdx",
    "markdown/0.md",
    "markdown/1.md",
    "markdown/2.md",
    "markdown/3.md",
    "markdown/4.md",
    "raw.mdx",
    "code.mdx",
    "drawn.mdx",
  ]) {
    await page.goto(
      `http://127.0.0.1:${port}/dashboard/${organizationId}/on/editor?${new URLSearchParams({ page: path })}`,
    );
    await page.locator("[contenteditable=true], .cm-content").first().waitFor();
    await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
    const signs = await page.evaluate(() => "hacked" in globalThis);
    expect([path, signs]).toEqual([path, false]);
  }
});
