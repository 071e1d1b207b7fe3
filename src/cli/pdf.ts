import { writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { type Command, Option } from "commander";
import { count } from "../contract/count.ts";
import { paperFormats } from "../contract/pdf-operations.ts";
import type { Environment } from "../platform/config.ts";
import { type Api, apiAction } from "./api.ts";
import { addJsonOption, projectArgument } from "./options.ts";
import { CommandProblem, type OutputOptions, print } from "./output.ts";

interface PdfOptions extends OutputOptions {
  from?: string;
  group?: string;
  format?: (typeof paperFormats)[number];
  out: string;
}

const pollMilliseconds = 2_000;
const waitSeconds = 3_600;

export function definePdf(command: Command, environment: Environment): void {
  addJsonOption(command)
    .argument(...projectArgument)
    .option("--from <path>", "Only the tab, version, language or product with this page, such as /guides/start")
    .option("--group <title>", "Only the group of the navigation with this title")
    .addOption(new Option("--format <format>", "Paper (default: A4)").choices(paperFormats))
    .option("--out <file>", "File to write", "site.pdf")
    .action(apiAction(environment, printPdf));
}

async function printPdf({ client, projectId: idOf }: Api, project: string, options: PdfOptions): Promise<void> {
  const { json: _, out, ...request } = options;
  const projectId = await idOf(project);
  const { id } = await client.printSite({ projectId, ...request });
  for (let waited = 0; waited < waitSeconds * 1_000; waited += pollMilliseconds) {
    const pdf = (await client.listPdfs({ projectId })).pdfs.find((one) => one.id === id);
    if (pdf === undefined || pdf.status === "failed") {
      throw new CommandProblem(`The PDF can't be made: ${pdf?.problem ?? "newer ones have replaced it."}`);
    }
    if (pdf.downloadUrl !== null) {
      const reply = await fetch(pdf.downloadUrl);
      if (!reply.ok) throw new CommandProblem(`The PDF can't be downloaded: status ${reply.status}.`);
      await writeFile(out, Buffer.from(await reply.arrayBuffer()));
      print(options, { file: out, ...pdf }, `Wrote ${count(pdf.pages, "page")} of the site to ${out}.`);
      return;
    }
    await setTimeout(pollMilliseconds);
  }
  throw new CommandProblem("The PDF hasn't been printed; is a worker running?");
}
