import type { ModelServer } from "../../../test/support/model-server.ts";
import { readModelChoice } from "../../platform/model/model-choice.ts";
import { openModel } from "../../platform/model/open-model.ts";
import { indexOf, page } from "../../search/search-test-support.ts";
import type { AnswerEvent, Usage } from "../answer-event.ts";
import { type Retrieved, retrieve } from "../retrieve.ts";
import { testQuestion } from "../words/words-test-support.ts";
import { answerWithModel, type ModelTurn } from "./answer-with-model.ts";

export const site = "https://docs.acme.test";

const install = ["Install it in a minute.", "Linux: Install it with apt.", "Windows: Run the installer of Acme."];
/** A site with a page that the assistant may not see. */
const index = await indexOf(
  page("/install", install, { title: "Install" }),
  page("/windows", "Services: On Windows it runs as a service.", { title: "Windows" }),
  page("/guides/timers", "Timers: A timer starts it at a given hour.", { title: "Timers" }),
  page("/secret", "Plans: Install the unreleased version.", {
    title: "Secret",
    audiences: { search: true, assistant: false },
  }),
);
const markdown: Readonly<Record<string, string>> = {
  "/install": `# Install\n\nInstall it in a minute.\n\n## Linux\n\nInstall it with [apt](/files/acme.deb).\n\n## Windows\n\n${"Run it. ".repeat(20)}`,
  "/secret": "# Secret\n\nInstall the unreleased version.",
};

const searchSite = async (query: string): Promise<Retrieved> =>
  retrieve(index, site, query, { pageSize: 5, filter: {}, currentPath: undefined });

export interface AskOptions extends Partial<Pick<ModelTurn, "guidance" | "signal" | "history">> {
  question?: Partial<ModelTurn["question"]>;
  /** The query of the first search. */
  query?: string;
  onUsed?(usage: Usage): void;
  onEvent?(event: AnswerEvent): void;
}

/** Lets the scripted model answer about the site. */
export async function askScripted(server: ModelServer, options: AskOptions = {}) {
  const choice = readModelChoice("acme/large", server.url);
  if (choice === undefined) throw new Error("There is a model.");
  const { model, name } = await openModel(choice, "model-secret", "answers");
  const turn: ModelTurn = {
    name,
    model,
    language: "en",
    siteName: "Acme",
    site: { url: site, index, readPage: async (path) => markdown[path], search: searchSite, filter: {} },
    guidance: options.guidance ?? {},
    question: testQuestion("How do I install it on Linux?", { currentPath: "/install", ...options.question }),
    history: options.history ?? [],
    siteUrl: (address) => {
      const url = URL.parse(address, site);
      return url?.origin === site ? url.href : undefined;
    },
    onUsed: options.onUsed ?? (() => {}),
    signal: options.signal ?? new AbortController().signal,
  };
  const events: AnswerEvent[] = [];
  const answer = answerWithModel(turn, await searchSite(options.query ?? "install on Linux"));
  for (let next = await answer.next(); ; next = await answer.next()) {
    if (next.done) return { events, text: textOf(events), composed: next.value };
    events.push(next.value);
    options.onEvent?.(next.value);
  }
}

const textOf = (events: readonly AnswerEvent[]): string =>
  events
    .map((event) => (event.type === "text" ? event.text : event.type === "texts" ? event.texts.join("") : ""))
    .join("");
