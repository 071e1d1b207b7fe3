import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

type Parser = Pick<typeof import("@actions/workflow-parser"), "parseWorkflow" | "NoOperationTraceWriter"> &
  Pick<typeof import("@actions/workflow-parser/actions/index"), "parseAction">;

/** GitHub's own parser. It imports JSON in a way that Node.js refuses, so it has to be bundled. */
export async function loadWorkflowParser(): Promise<Parser> {
  const entry = join(import.meta.dirname, "workflow-parser-entry.js");
  const bundle = await rolldown({
    input: entry,
    platform: "node",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) =>
          id === entry
            ? `export { NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
               export { parseAction } from "@actions/workflow-parser/actions/index";`
            : undefined,
      },
    ],
  });
  const folder = mkdtempSync(join(tmpdir(), "lectern-parser-"));
  try {
    await bundle.write({ file: join(folder, "parser.mjs"), codeSplitting: false });
    return (await import(/* @vite-ignore */ pathToFileURL(join(folder, "parser.mjs")).href)) as Parser;
  } finally {
    await bundle.close();
    rmSync(folder, { recursive: true });
  }
}
