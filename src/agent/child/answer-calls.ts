import { runRules } from "../rules/run-rules.ts";
import type { ChildCallName, ChildCalls, ChildReply, ChildRequest } from "./child-messages.ts";
import { runTool } from "./tools/run-tool.ts";
import { openDocs, type WorkingDocs } from "./working-docs.ts";

/** What the process of the agent does: it has the documentation, and nothing else of this machine. */

const nothing = {
  folder: "",
  files: [],
  renames: [],
  removed: [],
  settingsParts: [],
  openedPaths: [],
  fileBytesMax: 0,
};
let docs: WorkingDocs = openDocs(nothing);

const calls: { [Name in ChildCallName]: (input: ChildCalls[Name]["input"]) => Promise<ChildCalls[Name]["answer"]> } = {
  async open(opened) {
    docs = openDocs(opened);
    return undefined;
  },
  async restore({ changes }) {
    docs.apply(changes);
    return undefined;
  },
  async rules({ prompt, now }) {
    const outcome = await runRules(prompt, docs, { now: new Date(now) });
    return { outcome, edits: docs.edits(outcome.changes) };
  },
  tool: ({ name, input }) => runTool(docs, name, input),
  changes: async () => docs.changes(),
};

process.on("message", (request: ChildRequest) => {
  const call = calls[request.name] as (input: unknown) => Promise<unknown>;
  call(request.input).then(
    (answer) => send({ id: request.id, ok: true, answer }),
    (error: unknown) => send({ id: request.id, ok: false, message: error instanceof Error ? error.message : "" }),
  );
});
// Nobody is left to work for when the parent has gone.
process.on("disconnect", () => process.exit());
send({ ready: true });

function send(reply: ChildReply): void {
  process.send?.(reply);
}
