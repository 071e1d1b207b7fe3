import { afterAll, beforeAll, expect, test } from "vitest";
import type { EditorFacts } from "../../src/contract/editor-fact-operations.ts";
import type { EditorDraft } from "../../src/editor/draft.ts";
import { insertDraft, putDraftFile } from "../../src/editor/store.ts";
import { newId } from "../../src/platform/id.ts";
import { join, type Person } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { createTestHostedProject, type HostedProject } from "../support/hosted-project.ts";
import { type Installation, startInstallation } from "../support/server.ts";

const settings = { name: "Plants", icons: { library: "lucide" }, variables: { product: "Fern" }, navigation: {} };
const files = {
  "docs.json": JSON.stringify(settings),
  ".mintignore": "drafts/\n",
  "index.mdx":
    "---\ntitle: Home\n---\n\nimport { Pot } from '/snippets/pot.jsx'\nimport Care from '/shared/care.mdx'\n",
  "guides/water.mdx": "# Watering\n\n## In the morning\n",
  "guides/light.md": "No title here.",
  "drafts/secret.mdx": "---\ntitle: Secret\n---\n",
  "shared/care.mdx": "Take care.",
  "snippets/pot.jsx": "export const Pot = () => <div />;\nexport { Pot as Vase };\n",
  "images/fern.png": "picture",
};

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let hosted: HostedProject;
  let ada: Person;
  let draft: EditorDraft;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    const { node, clock, storage, tenant } = lectern;
    const { organizationId } = tenant;
    const repositoriesFolder = `${storage.dataFolder}/repositories`;
    const place = { repositoriesFolder, url: "https://docs.example.com", domain: "plants" };
    hosted = await createTestHostedProject({ ...node, clock, ...place, files, organizationId });
    ada = await join(lectern, organizationId, "viewer", "ada@acme.test");
    const at = clock.now();
    draft = {
      id: newId("drf", clock),
      organizationId,
      projectId: hosted.project.id,
      author: { id: ada.userId, name: "ada", email: ada.email },
      title: "Watering",
      branch: "draft/ada-1",
      baseBranch: "main",
      baseSha: await hosted.git("rev-parse", "main"),
      headSha: null,
      status: "open",
      pullRequest: null,
      revision: 1,
      createdAt: at,
      updatedAt: at,
    };
    await insertDraft(node.database.query, draft);
  });
  afterAll(() => lectern?.stop());

  const params = () => ({ projectId: draft.projectId, draftId: draft.id });
  const readCompletions = async () =>
    JSON.parse((await ada.call("readEditorFacts", { params: params() })).text) as EditorFacts;

  test("a viewer can read the components, pages, snippets, media and variables for completion", async () => {
    const facts = await readCompletions();
    expect(facts.components.find(({ name }) => name === "Card")?.props.map(({ name }) => name)).toContain("href");
    expect(facts.pages).toEqual([
      { path: "guides/light.md", title: "Light", url: "/guides/light" },
      { path: "guides/water.mdx", title: "Watering", url: "/guides/water" },
      { path: "index.mdx", title: "Home", url: "/" },
    ]);
    expect(facts.snippets).toEqual([
      { path: "shared/care.mdx", exports: [] },
      { path: "snippets/pot.jsx", exports: ["Pot", "Vase"] },
    ]);
    expect(facts.media).toEqual(["images/fern.png"]);
    expect(facts).toMatchObject({
      variables: [{ name: "product", value: "Fern" }],
      iconLibrary: "lucide",
      isCut: false,
    });
  });

  test("completion knows immediately about pages that the draft adds, removes or retitles", async () => {
    const put = (path: string, kind: "text" | "removed", content: string | null, sequence: number) => {
      const file = { path, kind, content, objectKey: null, bytes: content?.length ?? 0, movedFrom: null, sequence };
      return putDraftFile(lectern.node.database.query, draft.id, file, { id: ada.userId, now: lectern.clock.now() });
    };
    await put("guides/soil.mdx", "text", "---\ntitle: Soil\n---\n", 1);
    await put("guides/light.md", "removed", null, 0);
    expect((await readCompletions()).pages.map(({ title }) => title)).toEqual(["Soil", "Watering", "Home"]);
    await put("guides/soil.mdx", "text", "---\ntitle: Clay\n---\n", 2);
    expect((await readCompletions()).pages.map(({ title }) => title)).toEqual(["Clay", "Watering", "Home"]);
  });

  test("completion offers the anchors of the draft's version of a page, and an unknown page is an error", async () => {
    const read = (path: string) => ada.call("readAnchors", { params: params(), query: `?path=${path}` });
    expect(JSON.parse((await read("guides/water.mdx")).text).anchors).toEqual([
      { id: "watering", title: "Watering", level: 1 },
      { id: "in-the-morning", title: "In the morning", level: 2 },
    ]);
    expect((await read("guides/none.mdx")).status).toBe(404);
    expect((await read("../../etc/passwd")).status).toBe(404);
  });

  test("completion searches icons in the project's icon library", async () => {
    const find = async (text: string) =>
      JSON.parse((await ada.call("findIcons", { params: params(), query: `?text=${text}` })).text).names as string[];
    const found = await find("rocket");
    expect(found[0]).toBe("rocket");
    expect((await find("a")).length).toBe(50);
    expect(await find("%3Cscript%3E")).toEqual([]);
    expect(await find("square-dashed-bottom-code")).toEqual(["square-dashed-bottom-code"]);
  });

  test("completion data of another organization is not found", async () => {
    const eve = await join(lectern, lectern.stranger.organizationId, "admin", "eve@zenith.test");
    for (const name of ["readEditorFacts", "readAnchors", "findIcons"] as const) {
      const query = name === "readAnchors" ? "?path=index.mdx" : name === "findIcons" ? "?text=a" : "";
      expect((await eve.call(name, { params: params(), query })).status, name).toBe(404);
    }
  });
});
