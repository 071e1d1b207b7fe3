import Type from "typebox";
import { read, write } from "./define-operation.ts";
import { count, dateTime, Nullable, text, Words } from "./schemas.ts";

export const paperFormats = ["A4", "Letter"] as const;
export const pdfsKept = 5;
const pathCharacters = 500;

export const NewPdf = Type.Object({
  from: Type.Optional(
    text(
      "Path of a page, such as `/guides/start`. Only the tab, version, language or product with this page is printed. By default, the whole default version and language.",
      { minLength: 1, maxLength: pathCharacters, pattern: "^/" },
    ),
  ),
  group: Type.Optional(
    text("Title of a group in the navigation. Only its pages are printed.", { minLength: 1, maxLength: 200 }),
  ),
  format: Type.Optional(Words(paperFormats, "The paper; A4 by default.")),
});

export const Pdf = Type.Object({
  id: Type.String(),
  status: Words(["queued", "completed", "failed"], "`queued` until the PDF is stored or has failed."),
  from: Nullable(text("The requested page.")),
  group: Nullable(text("The requested group.")),
  format: Words(paperFormats, "The paper."),
  pages: count("Pages of the site in the PDF."),
  bytes: count("Size of the file."),
  problem: Nullable(text("Why there is no PDF.")),
  downloadUrl: Nullable(
    text(
      "Address of the file; `null` until it is stored. Anyone with this address can download it, so keep it private.",
    ),
  ),
  createdAt: dateTime("When it was requested."),
  endedAt: Nullable(dateTime("When it was completed or failed.")),
});

export const Pdfs = Type.Object({
  pdfs: Type.Array(Pdf, { description: `Newest first; the last ${pdfsKept} are kept.` }),
});

/** The published site as a PDF. */
export const pdfOperations = {
  printSite: write("/v1/project/pdf/{projectId}", "Print the site as a PDF", {
    about:
      "Prints the published site, or a part of it, as one PDF with an outline and page numbers. List the PDFs until its `status` is `completed` or `failed`. A project prints one PDF at a time.",
    body: NewPdf,
    accepted: Pdf,
    hasStates: true,
    example: { status: "queued", pages: 0, bytes: 0, problem: null, downloadUrl: null, endedAt: null },
  }),
  listPdfs: read("/v1/project/pdf/{projectId}", "List PDFs", {
    about: "Lists the newest PDFs of the site.",
    reply: Pdfs,
  }),
};
