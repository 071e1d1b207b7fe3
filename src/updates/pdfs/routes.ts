import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import type { Pdf, pdfOperations } from "../../contract/pdf-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { isoTime, isoTimeOrNull } from "../../platform/clock.ts";
import type { PdfRow } from "../../platform/db/tables.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import type { Services } from "../../platform/services.ts";
import { getProject } from "../../projects/get-project.ts";
import type { FindProjectSite } from "../../projects/sites/store.ts";
import { enqueuePrint } from "../after-publish.ts";
import { findPdf, insertPdf, listPdfs, pdfKey } from "./pdf-store.ts";

interface PdfDeps extends Pick<Services, "clock" | "database" | "queue"> {
  /** The public address of this server. */
  url: string;
  findProjectSite: FindProjectSite;
}

/** A PDF that has been queued for longer counts as lost. */
const queuedMilliseconds = 2 * 3_600_000;
const readSecondsMax = 120;

export function pdfRoutes({ database, queue, clock, url, findProjectSite }: PdfDeps): Handlers<typeof pdfOperations> {
  return {
    async printSite({ principal, params, body, change }) {
      const { id: projectId } = await getProject(database.query, principal.organizationId, params.projectId);
      const artifact = (await findProjectSite(projectId))?.base;
      return change(async (tx) => {
        if (artifact === undefined || artifact === null) {
          throw new AppError("conflict", "Nothing has been published yet; trigger an update first.");
        }
        const since = clock.now() - queuedMilliseconds;
        const isPrinting = (await listPdfs(tx, projectId)).some(
          ({ status, createdAt }) => status === "queued" && createdAt > since,
        );
        if (isPrinting) throw new AppError("conflict", "A PDF is being printed; wait until it has ended.");
        const pdf: PdfRow = {
          id: newId("pdf", clock),
          projectId,
          status: "queued",
          fromPage: body.from ?? null,
          groupTitle: body.group ?? null,
          format: body.format ?? "A4",
          pages: 0,
          bytes: 0,
          problem: null,
          createdAt: clock.now(),
          endedAt: null,
        };
        await insertPdf(tx, pdf);
        await enqueuePrint({ queue }, tx, { projectId, pdfId: pdf.id, artifact });
        return presentPdf(pdf, url);
      });
    },

    async listPdfs({ principal, params }) {
      const { id } = await getProject(database.query, principal.organizationId, params.projectId);
      return { pdfs: (await listPdfs(database.query, id)).map((pdf) => presentPdf(pdf, url)) };
    },
  };
}

/** Needs no key, because the IDs can't be guessed: a browser can download the file, and a script without a session. */
export function pdfFileRoutes(http: FastifyInstance, { database, objects }: Pick<Services, "database" | "objects">) {
  http.get<{ Params: { pdfId: string } }>("/pdfs/:pdfId", async ({ params }, reply) => {
    const pdf = await findPdf(database.query, params.pdfId);
    const key = pdf?.status === "completed" ? pdfKey(pdf.projectId, pdf.id) : undefined;
    const file = key && (await objects.open(key, undefined, AbortSignal.timeout(readSecondsMax * 1_000)));
    if (file === undefined) throw new AppError("not_found", "PDF not found; only the newest ones are kept.");
    return reply
      .header("content-type", "application/pdf")
      .header("content-disposition", 'attachment; filename="site.pdf"')
      .header("cache-control", "private, no-store")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("x-content-type-options", "nosniff")
      .header("x-robots-tag", "noindex")
      .send(file);
  });
}

function presentPdf(row: PdfRow, url: string): Static<typeof Pdf> {
  const { id, status, fromPage, groupTitle, format, pages, bytes, problem, createdAt, endedAt } = row;
  const downloadUrl = status === "completed" ? `${url}/pdfs/${id}` : null;
  const times = { createdAt: isoTime(createdAt), endedAt: isoTimeOrNull(endedAt) };
  return { id, status, from: fromPage, group: groupTitle, format, pages, bytes, problem, downloadUrl, ...times };
}
