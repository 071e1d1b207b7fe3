import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { slow } from "../../support/slow.ts";
import { violations } from "../../support/violations.ts";
import { isDark } from "./is-dark.ts";
import { desktop, type OpenSite, openSite, phone } from "./open-site.ts";

vi.setConfig(slow);

type Mode = "light" | "dark";
const bothModes: readonly Mode[] = ["light", "dark"];

describe("axe finds nothing on a site with every part of the frame", () => {
  // Other versions and languages render the same way.
  const site = givenSite("project", { pages: ["/", "/guides/start", "/ar/rest/users"], phoneModes: bothModes });

  test("axe finds nothing in open menus, in the sidebar sheet of a phone and on the 404 page", async () => {
    const { page } = await site().read({ ...phone, reducedMotion: "reduce" });
    await page.goto("/guides/start");
    await page.getByRole("button", { name: "Open the menu" }).tap();
    expect(await violations(page)).toEqual([]);
    await page.goto("/nowhere");
    expect(await violations(page)).toEqual([]);
    const { page: wide } = await site().read({ ...desktop, reducedMotion: "reduce" });
    await wide.goto("/guides/start");
    for (const label of ["Version: 3.0", "Language: English", "More ways to use this page"]) {
      await wide.getByLabel(label).click();
      expect(await violations(wide), label).toEqual([]);
    }
  });
});

describe("axe finds nothing in the gallery of components", () => {
  givenSite("../gallery", { phoneModes: ["light"] });
});

describe("axe finds nothing in Lectern's own documentation", () => {
  givenSite("../../../docs", {
    pages: [
      "/",
      "/guides/keys",
      "/reference/configuration",
      "/write/settings",
      "/api-reference/updates/trigger-an-update",
    ],
    phoneModes: ["light"],
  });
});

interface Checked {
  /** The pages to check; all by default. */
  pages?: readonly string[];
  /** The modes to check on a phone. In dark mode, only the frame differs from a desktop, so one site checks both. */
  phoneModes: readonly Mode[];
}

/** Opens a site and checks its pages on both screens and in both modes. */
function givenSite(folder: string, { pages, phoneModes }: Checked): () => OpenSite {
  let site: OpenSite;
  beforeAll(async () => {
    site = await openSite(join(import.meta.dirname, folder));
  });
  afterAll(() => site.close());

  for (const [screen, options, modes] of [
    ["phone", phone, phoneModes],
    ["desktop", desktop, bothModes],
  ] as const) {
    test(`axe finds nothing on ${screen} in ${modes.join(" and ")} mode`, async () => {
      const { page } = await site.read({ ...options, reducedMotion: "reduce" });
      const found: string[] = [];
      for (const url of pages ?? site.build.pages.map((built) => built.url)) {
        await page.goto(url);
        found.push(...(await violationsIn(page, modes)));
      }
      expect(found).toEqual([]);
    });
  }
  return () => site;
}

/** Checks both modes with a single page load, because loading axe takes as long as running it. */
async function violationsIn(page: Page, modes: readonly Mode[]): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of modes) {
    await page.emulateMedia({ colorScheme });
    expect(await isDark(page)).toBe(colorScheme === "dark");
    found.push(...(await violations(page)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}
