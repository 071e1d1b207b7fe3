import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { updateProject } from "../../src/projects/store.ts";
import { refreshSite } from "../../src/updates/refresh-site.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Publisher, startPublisher } from "./publisher.ts";

const waiting = { timeout: 180_000, interval: 200 };
vi.setConfig({ testTimeout: 200_000, hookTimeout: 120_000 });

const settings = {
  theme: "mint",
  name: "Kettle",
  colors: { primary: "#16A34A" },
  navigation: {
    tabs: [
      {
        tab: "Guides",
        groups: [
          { group: "Start", pages: ["index", "boil"] },
          { group: "More", pages: ["clean"] },
        ],
      },
      { tab: "Reference", pages: ["parts"] },
    ],
  },
};

const pages = {
  "docs.json": JSON.stringify(settings),
  "index.mdx": "---\ntitle: Welcome\n---\n\n## Read on\n\n[Boil](/boil#how), [secret](/secret)\n",
  "boil.mdx":
    "---\ntitle: Boil water\n---\n\n## How\n\n<Tabs><Tab title='Gas'>Use a match.</Tab><Tab title='Power'>Use a plug.</Tab></Tabs>\n",
  "clean.mdx": "---\ntitle: Clean it\n---\n\n```mermaid\nflowchart LR\n  A --> B\n```\n",
  "parts.mdx": "---\ntitle: Parts\n---\n\nA lid.\n",
  "secret.mdx": "---\ntitle: Secret\nhidden: true\n---\n\nHidden words.\n",
};

onDatabaseOfRun((dialect) => {
  let lectern: Publisher;
  beforeAll(async () => {
    lectern = await startPublisher(dialect);
  });
  afterAll(() => lectern.close());

  test("a printed site has the pages of the navigation, an outline and working links, and can be downloaded", async () => {
    const { client } = lectern;
    const { project } = await lectern.publish("kettle", pages);
    const projectId = project.id;
    const { id } = await client.printSite({ projectId });
    await expect(client.printSite({ projectId })).rejects.toThrow("A PDF is being printed");
    const ended = async (wanted: string) =>
      vi.waitFor(async () => {
        const pdf = (await client.listPdfs({ projectId })).pdfs.find((one) => one.id === wanted);
        expect(pdf?.status).not.toBe("queued");
        return pdf;
      }, waiting);
    const pdf = await ended(id);
    expect(pdf).toMatchObject({ status: "completed", pages: 4, problem: null });
    const path = new URL(pdf?.downloadUrl ?? "").pathname;
    const file = await lectern.app.objects.read(`pdfs/${projectId}/${id}`, 10_000_000, AbortSignal.timeout(10_000));
    const text = file?.toString("latin1") ?? "";
    expect(path).toBe(`/pdfs/${id}`);
    for (const title of ["Guides", "Start", "Welcome", "Read on", "Boil water", "How", "More", "Clean it", "Parts"]) {
      expect(text).toContain(`/Title (${title})`);
    }
    expect(text).not.toContain("/Title (Secret)");
    expect(text).toMatch(/\/page-2-how \[\d+ 0 R/);

    // Below a path, the addresses in pages start with it, and the files don't.
    const { app } = lectern;
    await app.database.transaction(async (tx) => {
      await updateProject(tx, projectId, { basePath: "/docs" });
      await refreshSite(app, tx, projectId);
    });
    expect(await lectern.ended(await lectern.newest(project))).toMatchObject({ status: "success" });
    const group = await client.printSite({ projectId, group: "More", format: "Letter" });
    expect(await ended(group.id)).toMatchObject({ status: "completed", pages: 1, format: "Letter" });
    const wrong = await client.printSite({ projectId, group: "Nothing" });
    expect(await ended(wrong.id)).toMatchObject({
      status: "failed",
      problem: 'There is no group "Nothing"; there are: Start, More.',
      downloadUrl: null,
    });
  });
});
