import type { ArtifactCache, ServedFile } from "../../platform/artifacts/artifact-cache.ts";
import type { PdfRow } from "../../platform/db/tables.ts";
import type { JobHandler, RunningJob } from "../../platform/queue/handler.ts";
import type { Services } from "../../platform/services.ts";
import type { SiteExtra } from "../../projects/sites/site-extra.ts";
import { findProjectById } from "../../projects/store.ts";
import { browserAdvice } from "../../screenshot/browser-advice.ts";
import { type PrintedSite, printSite } from "../../screenshot/print-site.ts";
import { ScreenshotError } from "../../screenshot/screenshot-error.ts";
import type { BrowserProgram } from "../../screenshot/with-browser.ts";
import { createRedirectMatcher, tryDecodeUrl, urlWithin } from "../../site/serving.ts";
import { keepBrowser } from "../screenshots/kept-browser.ts";
import { setStoredBytes } from "../storage-store.ts";
import { endPdf, findPdf, listPdfs, pdfKey, pdfsPrefix } from "./pdf-store.ts";

interface PrintDeps extends Pick<Services, "clock" | "database" | "log" | "objects"> {
  artifacts: ArtifactCache;
  siteUrl(subdomain: string): string;
}

/** Larger files aren't part of a page that can be printed. */
const fileBytesMax = 20 * 1024 * 1024;

/** Prints PDFs. A failed one says why; printing never affects the site. */
export function printHandler(deps: PrintDeps): JobHandler {
  const { database, clock, log } = deps;
  const browser = keepBrowser(log);
  return {
    attemptsMax: 2,
    async run(job) {
      const pdf = await findPdf(database.query, String(job.payload.pdfId));
      if (pdf === undefined) return;
      try {
        const found = await browser.get();
        if (found === undefined) {
          throw new ScreenshotError("page", `There is no browser to print with; ${browserAdvice()}`);
        }
        const printed = await print(deps, pdf, found, String(job.payload.artifact), job.signal);
        await store(deps, pdf, printed, job);
      } catch (error) {
        if (!(error instanceof ScreenshotError) || error.kind === "aborted") throw error;
        if (error.kind === "browser") browser.forget();
        log.warn({ error, pdfId: pdf.id }, "a site can't be printed");
        await job.finish((tx) =>
          endPdf(tx, pdf.id, { status: "failed", problem: error.message, endedAt: clock.now() }),
        );
      }
    },
    giveUp: (tx, { payload }, reason) =>
      endPdf(tx, String(payload.pdfId), { status: "failed", problem: reason, endedAt: clock.now() }),
  };
}

async function print(
  { artifacts, database, siteUrl }: PrintDeps,
  pdf: PdfRow,
  browser: BrowserProgram,
  digest: string,
  signal: AbortSignal,
): Promise<PrintedSite> {
  const namespace = pdf.projectId;
  const domain = (await findProjectById(database.query, namespace))?.domain ?? "";
  const { extra } = await artifacts.getManifest(namespace, digest, signal);
  const { redirects, basePath = "", address: publicAddress } = extra as unknown as SiteExtra;
  const redirectOf = createRedirectMatcher(redirects);
  async function find(address: string): Promise<ServedFile | undefined> {
    const path = tryDecodeUrl(address)?.replace(/^\/|\/$/g, "") || "index";
    const request = { namespace, digest, accepted: [] };
    return (
      (await artifacts.findFile({ ...request, path }, signal)) ??
      (await artifacts.findFile({ ...request, path: `${path}.html` }, signal))
    );
  }
  return printSite({
    browser,
    // Addresses in pages already start with the base path.
    siteUrl: publicAddress === undefined ? siteUrl(domain) : new URL(publicAddress).origin,
    from: pdf.fromPage ?? undefined,
    group: pdf.groupTitle ?? undefined,
    format: pdf.format,
    signal,
    async readFile(requested) {
      // The first page is asked for without the base path.
      const address = urlWithin(basePath, requested) ?? requested;
      // A site without a home page redirects its root.
      const file = (await find(address)) ?? (await find(redirectOf(address)?.destination ?? address));
      if (file === undefined || file.size > fileBytesMax) return undefined;
      const body = await file.open(undefined, signal);
      return { type: file.type, bytes: Buffer.isBuffer(body) ? body : Buffer.concat(await body.toArray()) };
    },
  });
}

/** The file comes before the row that names it. Files without a row are removed. */
async function store(
  { objects, database, clock }: PrintDeps,
  { id, projectId }: PdfRow,
  { bytes, pages }: PrintedSite,
  { signal, finish }: RunningJob,
): Promise<void> {
  await objects.put([{ key: pdfKey(projectId, id), bytes }], signal);
  const kept = new Set((await listPdfs(database.query, projectId)).map((pdf) => pdfKey(projectId, pdf.id)));
  const old: string[] = [];
  let bytesKept = 0;
  for await (const { key, size } of objects.list(pdfsPrefix(projectId), signal)) {
    if (kept.has(key)) bytesKept += size;
    else old.push(key);
  }
  await objects.remove(old, signal);
  await finish(async (tx) => {
    await endPdf(tx, id, { status: "completed", pages, bytes: bytes.byteLength, endedAt: clock.now() });
    await setStoredBytes(tx, projectId, "pdfs", bytesKept);
  });
}
