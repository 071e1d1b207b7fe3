import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { descendantsOf, signal } from "../faults/process-tree.ts";
import { Clone } from "../updates/clone.ts";
import type { Dashboard } from "./dashboard-browser.ts";

/**
 * A member pushes with a personal access token: a broken page, an unreachable API description, two pushes while the
 * worker is busy, a branch and a rename. Each is shown with its actual state, and readers never see an error.
 */
export async function walkStates({ url, pid }: Dashboard, context: BrowserContext, page: Page): Promise<void> {
  const site = await context.newPage();
  const siteUrl = url.replace("127.0.0.1", "garden.localhost");
  const updates = `${url}/dashboard/acme/garden/updates`;
  await importProject();
  const clone = await Clone.of(`${url}/git/garden.git`, await createToken());
  await clone.git("config", "user.name", "Grace");
  await brokenPage();
  await unreachableDescription();
  await notUnderstood();
  await pushedTogether();
  await preview();
  await rename();
  await site.close();

  async function importProject(): Promise<void> {
    await page.goto(`${url}/dashboard/acme/-/new`);
    await page.getByLabel("Choose a folder").setInputFiles(await writeGarden());
    await page.getByLabel("Name").fill("Garden");
    await page.getByLabel("Subdomain").fill("garden");
    await page.getByRole("button", { name: "Create project" }).click();
    await page.waitForURL(/\/garden\/updates\/upd_/);
    await statusIs("Success");
  }

  async function createToken(): Promise<string> {
    await page.goto(`${url}/dashboard/account#create-token`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Laptop");
    await dialog.getByRole("button", { name: "Create token" }).click();
    const secret = await dialog.locator("pre").first().textContent();
    await dialog.getByRole("button", { name: "Done" }).click();
    return secret?.trim() ?? "";
  }

  async function brokenPage(): Promise<void> {
    await clone.commitAndPush({ "beds.mdx": "# Beds\n\n<Steps>\n\nNever closed.\n" }, "Break the beds");
    await openUpdate("Break the beds");
    await statusIs("Success with 1 problem");
    const problem = page.getByRole("list", { name: "Problems" }).getByRole("listitem");
    await problem.filter({ hasText: "the last good version of the page stays online" }).waitFor();
    await problem.getByText(/^beds\.mdx:\d+$/).waitFor();
    await site.goto(`${siteUrl}/beds`);
    await site.getByText("Beds are dug in spring.").waitFor();
    await page.goto(`${url}/dashboard/acme`);
    await page.getByRole("listitem").filter({ hasText: "Garden" }).getByText("Success with 1 problem").waitFor();
  }

  async function unreachableDescription(): Promise<void> {
    await clone.commitAndPush(
      {
        "beds.mdx": "---\ntitle: Beds\n---\n\nBeds are dug in autumn.\n",
        "seeds.mdx": "---\ntitle: Seeds\nopenapi: https://127.0.0.1:9/seeds.json GET /seeds\n---\n",
      },
      "Describe seeds",
    );
    await openUpdate("Describe seeds");
    await statusIs(/^Success with \d+ problems?$/);
    await page.getByRole("list", { name: "Problems" }).getByText("seeds.mdx").first().waitFor();
    await site.goto(`${siteUrl}/seeds`);
    await site.getByText("The API description is unavailable right now.").waitFor();
    await site.goto(`${siteUrl}/beds`);
    await site.getByText("Beds are dug in autumn.").waitFor();
  }

  async function notUnderstood(): Promise<void> {
    await page.goto(`${url}/dashboard/acme/garden/jobs/new`);
    await page.getByText("No language model is configured on this server").waitFor();
    await page.getByLabel("What should change?").fill("Write a tutorial for new gardeners with pictures");
    await page.getByRole("button", { name: "Start job" }).click();
    await statusIs("Not understood");
    await page.goto(`${url}/dashboard/acme/garden/jobs`);
    const row = page.getByRole("row").filter({ hasText: "Write a tutorial for new gardeners" });
    await row.getByText("Not understood").waitFor();
  }

  async function pushedTogether(): Promise<void> {
    const worker = descendantsOf(pid).find(({ command }) => command.includes("main.ts work"));
    signal(worker?.pid ?? 0, "SIGSTOP");
    await clone.commitAndPush({ "one.mdx": "# One\n\nMore.\n" }, "Explain one");
    await clone.git("config", "user.name", "Hedy");
    const newest = await clone.commitAndPush({ "two.mdx": "# Two\n\nMore.\n" }, "Explain two");
    signal(worker?.pid ?? 0, "SIGCONT");
    await page.goto(updates);
    const row = (message: string) => page.getByRole("row").filter({ hasText: message });
    await row("Explain one")
      .getByText(`Built with ${newest.slice(0, 7)}`)
      .waitFor();
    await row("Explain one").getByText("Success").waitFor();
    await row("Explain two").getByText("Success").waitFor();
    expect(await row("Explain two").getByText("Built with").count()).toBe(0);
    await openUpdate("Explain one");
    await filesAre(["modified", "one.mdx"]);
  }

  async function preview(): Promise<void> {
    await clone.git("checkout", "--quiet", "-b", "words");
    await clone.commit({ "three.mdx": "# Three\n\nBetter.\n" }, "Choose better words");
    await clone.push("words");
    await openUpdate("Choose better words");
    await page.getByText("Preview", { exact: true }).first().waitFor();
    await filesAre(["modified", "three.mdx"]);
    await clone.git("checkout", "--quiet", "main");
  }

  async function rename(): Promise<void> {
    await clone.git("mv", "three.mdx", "third.mdx");
    await clone.commitAndPush({}, "Rename three");
    await openUpdate("Rename three");
    await filesAre(["renamed", "three.mdx → third.mdx"]);
  }

  async function openUpdate(message: string): Promise<void> {
    await page.goto(updates);
    await page.getByRole("row").filter({ hasText: message }).getByRole("link").click();
    await page.waitForURL(/\/updates\/upd_/);
  }

  async function statusIs(word: string | RegExp): Promise<void> {
    await page.locator("dd").getByText(word, { exact: true }).first().waitFor();
  }

  async function filesAre([kind = "", path = ""]: readonly string[]): Promise<void> {
    const files = page.getByRole("list", { name: "Files changed" });
    await files.waitFor();
    expect(await files.getByRole("listitem").allInnerTexts()).toEqual([expect.stringContaining(path)]);
    await page.getByText(`1 ${kind}`, { exact: true }).waitFor();
  }
}

async function writeGarden(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "garden-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const pages = ["one", "two", "three", "four", "five"];
  const settings = {
    theme: "mint",
    name: "Garden",
    colors: { primary: "#2f9e44" },
    navigation: { pages: ["index", "beds", ...pages] },
  };
  const files = {
    "docs.json": JSON.stringify(settings),
    "index.mdx": "---\ntitle: Garden\n---\n\nStart with a spade.\n",
    "beds.mdx": "---\ntitle: Beds\n---\n\nBeds are dug in spring.\n",
    ...Object.fromEntries(pages.map((name) => [`${name}.mdx`, `# ${name}\n\nAbout ${name}.\n`])),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}
