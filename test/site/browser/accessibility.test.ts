import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desktop, type OpenSite, openSite, phone } from "./open-site.ts";
import { violations } from "./violations.ts";

const ledger = join(import.meta.dirname, "project");

/** The pages of the other versions and languages of the ledger are drawn as these are. */
const projects = [
  { name: "a site with every part of the frame", folder: ledger, pages: ["/", "/guides/start", "/ar/rest/users"] },
  { name: "the gallery of components", folder: join(import.meta.dirname, "../gallery") },
  {
    name: "our own documentation",
    folder: join(import.meta.dirname, "../../../docs"),
    pages: [
      "/",
      "/guides/keys",
      "/reference/configuration",
      "/write/settings",
      "/api-reference/updates/trigger-an-update",
    ],
  },
];

for (const { name, folder, pages } of projects) {
  describe(`axe finds nothing in ${name}`, () => {
    let site: OpenSite;
    beforeAll(async () => {
      site = await openSite(folder);
    }, 120_000);
    afterAll(() => site.close());

    for (const colorScheme of ["light", "dark"] as const) {
      for (const [screen, options] of Object.entries({ phone, desktop })) {
        test(`${colorScheme}, ${screen}`, { timeout: 240_000 }, async () => {
          const { page } = await site.read({ ...options, colorScheme, reducedMotion: "reduce" });
          const found: string[] = [];
          for (const url of pages ?? site.build.pages.map((built) => built.url)) {
            await page.goto(url);
            found.push(...(await violations(page)));
          }
          expect(found).toEqual([]);
        });
      }
    }
  });
}

test("axe finds nothing in open menus, in the sheet of a phone and in the page for unknown addresses", async () => {
  const site = await openSite(ledger);
  try {
    const { page } = await site.read({ ...phone, reducedMotion: "reduce" });
    await page.goto("/guides/start");
    await page.getByRole("button", { name: "Open the menu" }).tap();
    expect(await violations(page)).toEqual([]);
    await page.goto("/nowhere");
    expect(await violations(page)).toEqual([]);
    const { page: wide } = await site.read({ ...desktop, reducedMotion: "reduce" });
    await wide.goto("/guides/start");
    for (const label of ["Version: 3.0", "Language: English", "More ways to use this page"]) {
      await wide.getByLabel(label).click();
      expect(await violations(wide), label).toEqual([]);
    }
  } finally {
    await site.close();
  }
});
