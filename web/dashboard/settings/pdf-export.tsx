import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { count } from "../../../src/contract/count.ts";
import { api, read } from "../api/client.ts";
import type { BodyOf } from "../forms/body-forms.ts";
import { TextField } from "../ui/field.tsx";
import { FormCard } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";
import { useAction } from "../ui/use-action.ts";

const bytesPerMegabyte = 1_000_000;

/** Prints the published site, and lists the newest PDFs. */
export function PdfExport({ projectId }: { projectId: string }) {
  const query = useQuery(read("listPdfs", { projectId }));
  const printing = query.data?.pdfs.some(({ status }) => status === "queued") ?? false;
  const change = useAction((part: BodyOf<"printSite">) => api.printSite({ projectId, ...part }), {
    rereads: [read("listPdfs", { projectId })],
    showsError: true,
  });
  return (
    <Section title="PDF" description="The published site as one file, with an outline and page numbers.">
      <FormCard
        of="printSite"
        change={{ error: change.error, isPending: change.isPending || printing }}
        action="Print"
        onSubmit={(part) => change.mutate(part)}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Part with this page"
            name="from"
            placeholder="/guides/start"
            pattern="/.*"
            hint="Prints only the tab, version or language that the page is in."
          />
          <TextField label="Group" name="group" hint="Prints only this group of the navigation." />
        </div>
      </FormCard>
      <div className="mt-4">
        <Table
          label="PDFs"
          rows={query.data?.pdfs}
          keyOf={({ id }) => id}
          query={query}
          empty={<p className="text-ink-soft">No PDFs yet.</p>}
          columns={({ main, time, actions }) => [
            main("Part", (pdf) => pdf.group ?? pdf.from ?? "Whole site"),
            time("Requested", (pdf) => pdf.createdAt),
            actions((pdf) =>
              pdf.downloadUrl === null ? (
                <span className={pdf.problem === null ? "text-ink-soft" : "text-danger"}>
                  {pdf.problem ?? "Printing…"}
                </span>
              ) : (
                <a
                  className="inline-flex items-center gap-1.5 whitespace-nowrap font-medium underline"
                  href={pdf.downloadUrl}
                  download
                >
                  <Download size={16} />
                  {count(pdf.pages, "page")}, {Math.max(0.1, pdf.bytes / bytesPerMegabyte).toFixed(1)} MB
                </a>
              ),
            ),
          ]}
        />
      </div>
    </Section>
  );
}
