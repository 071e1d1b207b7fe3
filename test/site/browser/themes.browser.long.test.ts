import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { slow } from "../../support/slow.ts";
import { violations } from "../../support/violations.ts";
import { writeFiles } from "../temporary-folder.ts";
import { createFolder } from "./create-folder.ts";
import { desktop, type OpenSite, openSite, phone } from "./open-site.ts";

vi.setConfig(slow);

const themes = ["mint", "maple", "palm", "willow", "linden", "almond", "aspen", "sequoia", "luma"] as const;

const settings = {
  name: "Harbor of a rather long name",
  colors: { primary: "#3b5bdb", light: "#91a7ff", dark: "#364fc7" },
  banner: { content: "A word to all." },
  navbar: {
    links: [{ label: "Support", href: "https://example.org" }],
    primary: { type: "button", label: "Sign in", href: "https://app.example.org" },
  },
  navigation: {
    languages: [
      {
        language: "en",
        tabs: [
          { tab: "Guides", groups: [{ group: "Start", pages: ["index", { group: "Inside", pages: ["inside"] }] }] },
          { tab: "GraphQL", graphql: "schema.graphql" },
        ],
      },
      { language: "ar", pages: ["ar/index"] },
    ],
  },
};

const text = `---
title: Deploy your first service
description: Install the command line and ship it in less than five minutes.
---

Text with a [link](/inside) and \`code\`.

<CardGroup cols={2}>
  <Card title="Install" icon="download" href="/inside">One binary.</Card>
  <Card title="Concepts">Projects, services and regions.</Card>
</CardGroup>

## Create a project

\`\`\`bash
harbor init --region fra --with-a-rather-long-option && harbor deploy --and-one-more-option
\`\`\`

| Region | Latency |
|---|---|
| \`fra\` | 12 ms |

## Next steps

More text.
`;

async function withTheme(theme: string, use: (site: OpenSite) => Promise<void>): Promise<void> {
  const folder = createFolder();
  writeFiles(folder.path, {
    "docs.json": JSON.stringify({ ...settings, theme }),
    "index.mdx": text,
    "inside.mdx": "Text.\n",
    "ar/index.mdx": text,
    "schema.graphql": "type Query { user(id: ID!): User }\ntype User { name: String, friends: [User!]! }\n",
  });
  const site = await openSite(folder.path);
  try {
    await use(site);
  } finally {
    await site.close();
    folder.remove();
  }
}

const pages = ["/", "/ar", "/graphql-reference/queries/user"];

function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** The most visible properties of a theme. */
function lookOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const styleOf = (selector: string, ...names: string[]) => {
      const found = document.querySelector(selector);
      const style = found === null ? undefined : getComputedStyle(found);
      return names.map((name) => `${selector} ${name}: ${style?.getPropertyValue(name)}`);
    };
    return [
      ...styleOf("h1", "font-family", "font-size", "font-weight"),
      ...styleOf(".sidebar", "position", "background-color", "border-inline-end-width", "font-size"),
      ...styleOf(".site-header", "background-color", "border-block-end-color"),
      ...styleOf(".card", "border-radius", "background-color", "box-shadow"),
      ...styleOf("main", "border-radius", "max-width"),
    ].join("\n");
  });
}

const looks = new Map<string, string>();

test.each(themes)(
  "the theme %s fits a phone, has no accessibility problems and looks different from all others",
  async (theme) => {
    await withTheme(theme, async (site) => {
      expect(site.build.problems.filter(({ severity }) => severity !== "note").map(String)).toEqual([]);
      const { page: small, problems } = await site.read({ ...phone, reducedMotion: "reduce" });
      const { page: wide } = await site.read({ ...desktop, reducedMotion: "reduce" });
      for (const url of pages) {
        await small.goto(url);
        expect(await overflowOf(small), url).toBe(0);
        await wide.goto(url);
        expect(await overflowOf(wide), url).toBe(0);
      }
      expect(problems).toEqual([]);
      await wide.goto("/");
      for (const colorScheme of ["light", "dark"] as const) {
        await wide.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        expect(await violations(wide), colorScheme).toEqual([]);
      }
      await wide.emulateMedia({ colorScheme: "light" });
      const look = await lookOf(wide);
      expect([...looks].find(([, other]) => other === look)?.[0]).toBeUndefined();
      looks.set(theme, look);
    });
  },
);

test("an open menu is inside the window in every theme that moves it", async () => {
  await withTheme("palm", async (site) => {
    const { page } = await site.read(desktop);
    await page.goto("/");
    await page.getByLabel("Language: English").click();
    const panel = page.locator(".switcher-language .menu-panel").filter({ visible: true });
    const box = await panel.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  });
});

test("an announcement banner has the color of buttons, as the format defines", async () => {
  await withTheme("mint", async (site) => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await site.read({ ...desktop, colorScheme });
      await page.goto("/");
      const colors = await page
        .locator(".banner, .header-button")
        .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).backgroundColor));
      expect(colors.length).toBe(2);
      expect(new Set(colors).size, colorScheme).toBe(1);
    }
  });
});
