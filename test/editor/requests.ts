import { join } from "node:path";
import type { editorMediaOperations } from "../../src/contract/editor-file-operations.ts";
import type { EditorOperations } from "../../src/contract/editor-operations.ts";
import { insertComment } from "../../src/editor/comments/comment-store.ts";
import type { EditorDraft } from "../../src/editor/draft.ts";
import { recordText } from "../../src/editor/draft-files.ts";
import { prepareText, storeText } from "../../src/editor/draft-text.ts";
import { insertDraft, putDraftFile } from "../../src/editor/store.ts";
import { revisionOf } from "../../src/editor/structure/settings-text.ts";
import { newId } from "../../src/platform/id.ts";
import type { ValidRequest } from "../contract/requests.ts";
import { createTestHostedProject, type HostedProject } from "../support/hosted-project.ts";
import type { Installation } from "../support/server.ts";
import { textProcesses } from "../support/text-processes.ts";

type Prepare = (lectern: Installation) => Promise<ValidRequest & { query?: string }>;

/** The texts of the project that requests are about. */
export interface EditorTexts {
  settings: string;
  page: string;
  /** What a draft makes of the page, different for each draft. */
  change(draftId: string): string;
  /** What others have made of the page since. */
  conflict: string;
  /** More files of the project. */
  more: Readonly<Record<string, string>>;
}

const settings = '{\n  "name": "Plants",\n  "navigation": { "pages": ["index", "guides/watering"] }\n}\n';
const page = "---\ntitle: Watering\n---\n\nWater the plants every morning.\n";
let texts: EditorTexts = {
  settings,
  page,
  change: (draftId) => page.replace("morning", `morning (${draftId})`),
  conflict: page.replace("morning", "night"),
  more: {},
};
/** One project per organization, because creating a project takes longer than most requests. */
const hosted = new Map<string, Promise<HostedProject>>();

export function projectOf({ node, clock, storage, tenant: { organizationId } }: Installation): Promise<HostedProject> {
  const known = hosted.get(organizationId);
  const made =
    known ??
    createTestHostedProject({
      database: node.database,
      objects: node.objects,
      clock,
      repositoriesFolder: join(storage.dataFolder, "repositories"),
      url: node.url,
      domain: newId("prj", clock).slice(-12),
      files: {
        "docs.json": texts.settings,
        "index.mdx": "# Home\n",
        "guides/watering.mdx": texts.page,
        "guides/shared.mdx": texts.page,
        ...texts.more,
      },
      organizationId,
    });
  hosted.set(organizationId, made);
  return made;
}

/** From now on, requests are about a new project with these texts. Bodies that contain the texts stay as they are. */
export function replaceTexts(others: EditorTexts): void {
  texts = others;
  hosted.clear();
}

const inProject: Prepare = async (lectern) => ({ params: { projectId: (await projectOf(lectern)).project.id } });

/** A draft without changes that belongs to none of the callers. */
const aDraft: Prepare = async (lectern) => {
  const { node, clock, tenant } = lectern;
  const { project, git } = await projectOf(lectern);
  const now = clock.now();
  const id = newId("drf", clock);
  const draft: EditorDraft = {
    id,
    organizationId: tenant.organizationId,
    projectId: project.id,
    author: { id: "usr_author", name: "Ada", email: "ada@acme.test" },
    title: "Watering",
    branch: `draft/${id.slice(-8)}`,
    baseBranch: "main",
    baseSha: await git("rev-parse", "main"),
    headSha: null,
    status: "open",
    pullRequest: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  await insertDraft(node.database.query, draft);
  return { params: { projectId: project.id, draftId: id } };
};

/** A draft that changes a page. */
const aChangedDraft: Prepare = (lectern) => aDraftOf(lectern, "guides/watering.mdx");

async function aDraftOf(lectern: Installation, path: string): ReturnType<Prepare> {
  const request = await aDraft(lectern);
  const { draftId = "" } = request.params;
  const now = lectern.clock.now();
  const { database } = lectern.node;
  const draft = { id: draftId, organizationId: lectern.tenant.organizationId };
  const change = { path, committed: texts.page, to: texts.change(draftId) };
  const changed = await prepareText({ database, texts: textProcesses }, draft, change);
  await database.transaction(async (tx) => {
    const text = await storeText(tx, draftId, changed, now);
    await recordText(tx, draftId, { path, text, base: texts.page }, { id: "usr_author", now });
  });
  return request;
}

/** A draft that changes a line that someone else has changed since the draft was created. */
const aConflict: Prepare = async (lectern) => {
  const { commit } = await projectOf(lectern);
  await commit("main", { "guides/shared.mdx": texts.page });
  const request = await aDraftOf(lectern, "guides/shared.mdx");
  await commit("main", { "guides/shared.mdx": texts.conflict });
  return request;
};

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const aMediaFile: Prepare = async (lectern) => {
  const request = await aDraft(lectern);
  const { draftId = "" } = request.params;
  const { database, objects } = lectern.node;
  const objectKey = `draft-media/${draftId}/leaf`;
  await objects.put([{ key: objectKey, bytes: picture }], new AbortController().signal);
  const file = { path: "images/leaf.png", kind: "media", content: null, objectKey, bytes: picture.length } as const;
  const by = { id: "usr_author", now: lectern.clock.now() };
  await putDraftFile(database.query, draftId, { ...file, movedFrom: null, sequence: 0 }, by);
  return request;
};

/** A comment by the tenant's viewer, if there is one. */
const aComment: Prepare = async (lectern) => {
  const { params } = await aDraft(lectern);
  const now = lectern.clock.now();
  const id = newId("dcm", lectern.clock);
  const users = lectern.node.database.query.selectFrom("users").select("id");
  const addresses = ["viewer@acme.test", "viewer@acme-people.test"];
  const viewer = await users.where("email", "in", addresses).executeTakeFirst();
  await insertComment(lectern.node.database.query, {
    id,
    draftId: params.draftId ?? "",
    path: "index.mdx",
    parentId: null,
    kind: "comment",
    anchor: null,
    body: "Is that so?",
    replacement: null,
    authorId: viewer?.id ?? "usr_author",
    authorName: "Ada",
    status: "open",
    endedBy: null,
    createdAt: now,
    updatedAt: now,
  });
  return { params: { ...params, commentId: id } };
};

const withBody =
  (prepare: Prepare, body: Record<string, unknown>): Prepare =>
  async (lectern) => ({ ...(await prepare(lectern)), body });
const withQuery =
  (prepare: Prepare, query: string): Prepare =>
  async (lectern) => ({ ...(await prepare(lectern)), query });

/** The request bodies or replies of these operations are files. */
export const mediaRequests = {
  uploadMedia: async (lectern: Installation) => ({
    ...(await aDraft(lectern)),
    query: "?name=leaf.png",
    upload: { type: "application/octet-stream", bytes: picture },
  }),
  readMedia: withQuery(aMediaFile, "?path=images/leaf.png"),
} satisfies Record<keyof typeof editorMediaOperations, Prepare>;

const revision = revisionOf({ files: ["docs.json"], read: () => settings });
const watering = "guides/watering.mdx";

/** A valid call for each operation of the editor. A missing operation is a type error. */
export const editorRequests: Readonly<Record<keyof EditorOperations, Prepare>> = {
  listDrafts: inProject,
  createDraft: withBody(inProject, {}),
  getDraft: aDraft,
  changeDraft: withBody(aDraft, { title: "Another title" }),
  discardDraft: aDraft,
  readTree: aDraft,
  readDraftFile: withQuery(aDraft, `?path=${watering}`),
  listFileVersions: withQuery(aDraft, `?path=${watering}`),
  readFileVersion: async (lectern) => {
    const { git } = await projectOf(lectern);
    return { ...(await aDraft(lectern)), query: `?path=${watering}&sha=${await git("rev-parse", "main")}` };
  },
  writeDraftFile: withBody(aDraft, { path: watering, text: `${page}\nMore.\n` }),
  revertDraftFile: withBody(aChangedDraft, { path: watering }),
  removeMedia: withBody(aMediaFile, { path: "images/leaf.png" }),
  searchDraft: withBody(aDraft, { text: "plants" }),
  replaceInDraft: withBody(aDraft, { text: "plants", replacement: "flowers" }),
  describeChanges: aChangedDraft,
  publishDraft: withBody(aChangedDraft, { title: "Water later" }),
  requestReview: withBody(aChangedDraft, { title: "Water later" }),
  readConflicts: aChangedDraft,
  resolveConflict: withBody(aConflict, { path: "guides/shared.mdx", use: "mine" }),
  updateDraft: withBody(aChangedDraft, {}),
  previewPage: withBody(aDraft, { path: watering, text: page }),
  readPreviewFrame: aDraft,
  readNavigation: aDraft,
  changeNavigation: withBody(aDraft, {
    revision,
    edit: { kind: "move", address: "/navigation/pages/1", parent: "/navigation", before: "/navigation/pages/0" },
  }),
  readSettings: aDraft,
  changeSettings: withBody(aDraft, { revision, path: ["description"], value: "About plants" }),
  createPage: withBody(aDraft, { title: "Pruning" }),
  duplicatePage: withBody(aDraft, { path: watering }),
  planPageMove: withQuery(aDraft, `?from=${watering}&to=guides/water`),
  movePage: withBody(aDraft, { from: watering, to: "guides/water" }),
  planPageRemoval: withQuery(aDraft, `?path=${watering}`),
  removePage: withBody(aDraft, { path: watering }),
  changeFrontmatter: withBody(aDraft, { path: watering, key: "title", value: "Water" }),
  listDraftComments: aDraft,
  addDraftComment: withBody(aDraft, { path: watering, body: "Why?" }),
  changeDraftComment: withBody(aComment, {}),
  removeDraftComment: aComment,
  askDraftAgent: withBody(aDraft, { path: watering, prompt: "Remove trailing spaces" }),
  readEditorFacts: aDraft,
  readAnchors: withQuery(aDraft, `?path=${watering}`),
  findIcons: withQuery(aDraft, "?text=leaf"),
};
