import type { Command } from "commander";
import type { Environment } from "../platform/config.ts";
import { type Api, apiAction } from "./api.ts";
import { addJsonOption } from "./options.ts";
import { CommandProblem, type OutputOptions, print, printPiece, printText } from "./output.ts";
import { createTerminalText } from "./terminal-text.ts";

type AskOptions = OutputOptions & { thread?: string };

interface Reply {
  answer: string;
  sources: { title: string; url: string }[];
  threadId: string | null;
}

export function defineAsk(command: Command, environment: Environment): void {
  addJsonOption(command)
    .argument("<domain>", "Subdomain of the project")
    .argument("<question>", "Question to ask")
    .option("--thread <id>", "Continue a conversation")
    .action(apiAction(environment, askFromTerminal));
}

async function askFromTerminal(
  { client, projectId }: Api,
  domain: string,
  question: string,
  options: AskOptions,
): Promise<void> {
  // Reports a missing project here, because the request below would report it as an error about keys.
  await projectId(domain);
  const { headers, chunks } = await client.sendMessageV2({
    domain,
    fp: "command-line",
    threadId: options.thread ?? null,
    messages: [{ role: "user", parts: [{ type: "text", text: question }] }],
  });
  const reply: Reply = { answer: "", sources: [], threadId: headers["x-thread-id"] ?? null };
  const terminal = createTerminalText();
  for await (const part of readParts(chunks)) {
    if (part.type === "error") throw new CommandProblem(String(part.errorText));
    if (part.type === "source-url") reply.sources.push({ title: String(part.title), url: String(part.url) });
    if (part.type !== "text-delta") continue;
    reply.answer += part.delta;
    if (!options.json) printPiece(terminal.add(String(part.delta)));
  }
  if (options.json) print(options, reply, "");
  else
    printText(
      `${terminal.end()}\n${reply.sources.map(({ title, url }, index) => `\n[${index + 1}] ${title}  ${url}`).join("")}`,
    );
}

/** The parts of a UI message stream, without heartbeats. */
async function* readParts(chunks: AsyncIterable<string>): AsyncGenerator<Record<string, unknown>> {
  let held = "";
  for await (const chunk of chunks) {
    held += chunk;
    const blocks = held.split("\n\n");
    held = blocks.pop() ?? "";
    for (const block of blocks) {
      if (block.startsWith("data: {")) yield JSON.parse(block.slice("data: ".length));
    }
  }
}
