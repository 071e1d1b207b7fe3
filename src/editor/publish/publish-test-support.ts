import { join } from "node:path";
import type { Dialect } from "../../../test/support/database.ts";
import { startPage, startPullRequestHost } from "../../../test/support/pull-request-host.ts";
import { textProcesses } from "../../../test/support/text-processes.ts";
import { insertUser } from "../../accounts/user-store.ts";
import { chooseCodeHost } from "../../code-hosts/choose-code-host.ts";
import type { RemoteKind } from "../../code-hosts/repository-address.ts";
import type { FileChange } from "../../docs-edits/docs-tree.ts";
import { pushHosted } from "../../git-host/receive-push.ts";
import { readConfig } from "../../platform/config.ts";
import { createLog } from "../../platform/log.ts";
import { openSecrets } from "../../platform/secrets.ts";
import { openRepository } from "../../projects/repositories/open-repository.ts";
import type { Project } from "../../projects/store.ts";
import type { EditorDraft } from "../draft.ts";
import { changeTexts } from "../draft-files.ts";
import { findBaseCommit } from "../draft-source.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { createDraft } from "../files/create-draft.ts";
import { findDraft, listDraftFiles, putDraftFile } from "../store.ts";
import { type CommitRequest, type Person, publishDraft } from "./publish-draft.ts";
import { requestReview } from "./request-review.ts";

const never = new AbortController().signal;

export const ada: Person = { id: "usr_ada", name: "Ada Lovelace", email: "ada@acme.test", role: "editor" };

/** Everything that is needed to publish a draft, with real git and a real database. */
export async function startPublishing(dialect: Dialect) {
  const host = await startPullRequestHost(dialect);
  const { database, clock, repositoriesFolder } = host.deps;
  const { role: _role, ...user } = ada;
  await insertUser(database.query, user, { id: "crd_ada", passwordHash: "x" }, clock.now());
  const secrets = openSecrets({ keys: [], dataFolder: repositoriesFolder });
  const codeHosts: Record<string, RemoteKind> = {};
  const hosting = { ...host.deps, secrets, codeHosts, allowedHosts: ["127.0.0.1"] };
  const locate: EditorDeps["locate"] = async (project, signal) =>
    project.hostedRepository === null
      ? {
          kind: "remote",
          url: project.repository,
          token: "t0ken",
          mirrorsFolder: join(repositoriesFolder, "mirrors"),
          allowedHosts: ["127.0.0.0/8"],
        }
      : { kind: "hosted", gitDir: (await openRepository(host.deps, project, signal)).gitDir };
  const deps: EditorDeps = {
    ...host.deps,
    log: createLog("fatal", "api"),
    locate,
    locateToPush: locate,
    chooseCodeHost: chooseCodeHost(hosting),
    pushHosted: (project, move, signal, push) => pushHosted(host.deps, project, move, signal, push),
    folder: join(repositoriesFolder, "editor"),
    editors: readConfig({}).editors,
    allowedHosts: [],
    withAuthorCode: true,
    siteUrl: (subdomain) => `https://${subdomain}.lectern.test`,
    findAgentModel: async () => undefined,
    stopping: never,
    texts: textProcesses,
  };
  const draftOf = async (project: Project): Promise<EditorDraft> => {
    const { sha } = await findBaseCommit(deps, project, never);
    return createDraft(deps, database.query, { project, author: ada, baseSha: sha, title: "Draft" });
  };
  const again = async (draft: EditorDraft): Promise<EditorDraft> => {
    const found = await findDraft(database.query, draft.organizationId, draft.projectId, draft.id);
    if (found === undefined) throw new Error("The draft is gone.");
    return found;
  };
  /** Writes the given files. A file with the content undefined is removed. */
  const write = async (
    project: Project,
    draft: EditorDraft,
    files: Readonly<Record<string, string | undefined>>,
    movedFrom: Readonly<Record<string, string>> = {},
  ) => {
    const changes = Object.entries(files).map(([path, content]): FileChange => {
      const from = movedFrom[path];
      return { path, content, ...(from !== undefined && { movedFrom: from }) };
    });
    await changeTexts(deps, { project, draft: await again(draft), by: ada.id, signal: never }, changes);
  };
  const startDraft = async () => {
    const hosted = await host.project();
    const { project } = hosted;
    return { hosted, project, draft: await draftOf(project) };
  };
  const commitOf = (project: Project, draft: EditorDraft, options: Partial<CommitRequest>): CommitRequest => ({
    project,
    draft,
    person: ada,
    title: "Update Start",
    message: "",
    signal: never,
    inTransaction: (work) => database.transaction(work),
    ...options,
  });
  return {
    ...host,
    ada,
    deps,
    secrets,
    /** Registers the kind of API that a host has. */
    addHost(host: string, kind: RemoteKind) {
      codeHosts[host] = kind;
    },
    draft: draftOf,
    /** A draft in a project of its own. */
    startDraft,
    /** A draft in a project of its own, with one changed line. */
    async startChangedDraft() {
      const started = await startDraft();
      await write(started.project, started.draft, { "start.mdx": startPage.replace("One.", "1.") });
      return started;
    },
    write,
    async writeMedia(draft: EditorDraft, path: string, bytes: Uint8Array): Promise<void> {
      const key = `draft-media/${draft.id}/${path.replaceAll(/[^a-z]/g, "-")}`;
      await deps.objects.put([{ key, bytes }], never);
      const row = { path, kind: "media", content: null, objectKey: key, bytes: bytes.length, movedFrom: null } as const;
      await putDraftFile(database.query, draft.id, { ...row, sequence: 0 }, { id: ada.id, now: clock.now() });
    },
    again,
    files: (draft: EditorDraft) => listDraftFiles(database.query, draft.id),
    publish: (project: Project, draft: EditorDraft, options: Partial<CommitRequest & { deps: EditorDeps }> = {}) =>
      publishDraft(options.deps ?? deps, commitOf(project, draft, options)),
    review: (project: Project, draft: EditorDraft, options: Partial<CommitRequest> = {}) =>
      requestReview(deps, commitOf(project, draft, options)),
  };
}
