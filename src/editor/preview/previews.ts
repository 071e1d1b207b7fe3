import { createHash } from "node:crypto";
import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { CallProcess, ProcessGone } from "../../platform/calls/call-process.ts";
import { AppError } from "../../platform/errors.ts";
import { type DraftRequest, draftLimits } from "../draft.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { type FileStamp, listFileStamps, readFileTexts } from "../store.ts";
import { createBaseFolders } from "./base-folders.ts";
import type { ChangedFile, HostOptions, PreviewBase, RenderAnswer } from "./host-messages.ts";
import type { hostCalls } from "./preview-host.ts";
import { createRenderQueue } from "./render-queue.ts";

interface RenderRequest extends DraftRequest {
  path: string;
  text: string;
  /** Identifies the editor that is waiting: a person with one page open. */
  editor: string;
  /** The address of the draft's media files, without the path of a file. */
  mediaUrl: string;
}

const rendersAtOnce = Math.min(availableParallelism(), 4);
const attemptsMax = 3;
const program = new URL("./preview-host.ts", import.meta.url);
const hostLimits = {
  heapMegabytes: 1_024,
  secondsMax: 90,
  isClockTime: true,
  // A host that doesn't reply is stuck, and would block everyone. Nothing is lost: it only holds copies.
  tooLong: () => new ProcessGone("The preview process is stuck."),
  niceness: 0,
};

/** Renders pages of drafts with unsaved text. The published site isn't affected. */
export function createPreviews(deps: EditorDeps) {
  const { database, log } = deps;
  const folder = join(deps.folder, "previews");
  const bases = createBaseFolders({
    ...deps,
    folder,
    onDrop: async (key) => {
      // The media files of drafts may be gone too.
      sent.clear();
      if (host?.isAlive) await host.call("drop", { key });
    },
  });
  const queue = createRenderQueue(rendersAtOnce);
  /** For each draft, the file stamps that the host already knows. */
  const sent = new Map<string, Map<string, string>>();
  const sending = new Map<string, Promise<void>>();
  let host: CallProcess<typeof hostCalls> | undefined;
  let isClosed = false;

  /**
   * Sites are planned and pages are rendered in a separate process, so that the server stays responsive. It starts with
   * the first call and after it died, and doesn't know any drafts then.
   */
  function openHost(): CallProcess<typeof hostCalls> {
    if (isClosed) throw new AppError("unavailable", "The server is stopping.");
    if (host?.isAlive) return host;
    sent.clear();
    const options: HostOptions = { rendersAtOnce, allowedHosts: deps.allowedHosts };
    host = new CallProcess({ ...hostLimits, program, programArguments: [JSON.stringify(options)] });
    return host;
  }

  /** Sends the host the files that have changed since the last call, one draft at a time. */
  async function sync(draftId: string, signal: AbortSignal): Promise<void> {
    const before = sending.get(draftId);
    const next = (async () => {
      await before?.catch(() => undefined);
      await syncNow(draftId, signal);
    })();
    sending.set(draftId, next);
    await next.finally(() => {
      if (sending.get(draftId) === next) sending.delete(draftId);
    });
  }

  async function syncNow(draftId: string, signal: AbortSignal): Promise<void> {
    const running = openHost();
    const stamps = await listFileStamps(database.query, draftId);
    const known = sent.get(draftId);
    const changed = stamps.filter(({ path, stamp }) => known?.get(path) !== stamp);
    const paths = new Set(stamps.map(({ path }) => path));
    const unchanged = [...(known?.keys() ?? [])].filter((path) => !paths.has(path));
    if (known !== undefined && changed.length === 0 && unchanged.length === 0) return;
    const files = await readChanged(draftId, changed, signal);
    await running.call("change", { draftId, isFirst: known === undefined, changed: files, unchanged });
    sent.set(draftId, new Map(stamps.map(({ path, stamp }) => [path, stamp])));
    for (const old of sent.keys()) if (sent.size > draftsKnownMax) sent.delete(old);
  }

  async function readChanged(draftId: string, changed: readonly FileStamp[], signal: AbortSignal) {
    const texts = changed.filter(({ kind }) => kind === "text").map(({ path }) => path);
    const found = await readFileTexts(database.query, draftId, texts);
    const files = changed.map(async ({ path, kind, objectKey, bytes, stamp }): Promise<ChangedFile[]> => {
      if (kind === "removed") return [{ path, kind }];
      if (kind === "text") return [{ path, kind, text: found.get(path) ?? "" }];
      const file = objectKey === null ? undefined : await copyMedia(objectKey, signal);
      return file === undefined ? [] : [{ path, kind, file, bytes, stamp }];
    });
    return (await Promise.all(files)).flat();
  }

  /** Copies a media file to disk, because the host reads its size. A stored object never changes. */
  async function copyMedia(objectKey: string, signal: AbortSignal): Promise<string | undefined> {
    const name = createHash("sha256").update(objectKey).digest("hex");
    const path = join(bases.folder, "media", name);
    if ((await stat(path).catch(() => undefined)) !== undefined) return path;
    const bytes = await deps.objects.read(objectKey, draftLimits.mediaBytesMax, signal);
    if (bytes === undefined) return undefined;
    await mkdir(join(bases.folder, "media"), { recursive: true });
    const unfinished = `${path}.${process.pid}.${Date.now()}`;
    await writeFile(unfinished, bytes);
    await rename(unfinished, path);
    return path;
  }

  async function openBase(request: DraftRequest): Promise<PreviewBase> {
    const { project } = request;
    const withAuthorCode = deps.withAuthorCode && project.withAuthorCode;
    return { ...(await bases.find(request)), siteUrl: deps.siteUrl(project.domain), withAuthorCode };
  }

  /** Sends the request, and repeats it if the process died in the meantime or has forgotten the draft. */
  async function ask<Result>(
    request: DraftRequest,
    call: (base: PreviewBase) => Promise<Result | undefined>,
  ): Promise<Result> {
    const base = await openBase(request);
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      try {
        await sync(request.draft.id, request.signal);
        const answer = await call(base);
        if (answer !== undefined) return answer;
        sent.delete(request.draft.id);
      } catch (error) {
        if (!(error instanceof ProcessGone)) throw error;
        log.warn({ draftId: request.draft.id, attempt }, "the preview process ended and is being restarted");
      }
    }
    throw new AppError("unavailable", "The preview can't be rendered now; try again.", { retryAfterSeconds: 5 });
  }

  return {
    async render(request: RenderRequest): Promise<RenderAnswer> {
      const { draft, path, text, mediaUrl, editor, signal } = request;
      if (Buffer.byteLength(text) > draftLimits.textBytesMax) {
        throw new AppError("too_large", `The page is larger than ${draftLimits.textBytesMax} bytes; split it.`);
      }
      const work = () =>
        ask(request, (base) => openHost().call("render", { base, draftId: draft.id, path, text, mediaUrl }));
      return queue(editor, work, signal);
    },
    /** The stylesheets of the site with the draft's changes. */
    readStyles: (request: DraftRequest) =>
      ask(request, (base) => openHost().call("styles", { base, draftId: request.draft.id })),
    async close(): Promise<void> {
      isClosed = true;
      await host?.stop();
      await bases.close();
    },
  };
}

const draftsKnownMax = 1_000;
