import { afterAll, beforeAll, beforeEach, describe, vi } from "vitest";
import { type AskedProject, publishPages } from "../assistant/asked-project.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { slow } from "../support/slow.ts";
import { type Publisher, startPublisher } from "../updates/publisher.ts";
import { askPanelSuite } from "./ask-panel-suite.ts";
import { embedSuite } from "./embed-suite.ts";
import { hostileAnswerSuite } from "./hostile-answer-suite.ts";
import { type Bench, type ReaderBrowser, startReaderBrowser } from "./reader-browser.ts";
import { readingProject } from "./reading-project.ts";
import { replyKindsSuite } from "./reply-kinds-suite.ts";
import { searchDialogSuite } from "./search-dialog-suite.ts";

vi.setConfig(slow);

// All suites share one server, site and browser, because starting them takes longer than most tests.
let lectern: Publisher;
let model: ModelServer;
let browser: ReaderBrowser;
let project: AskedProject;

beforeAll(async () => {
  [model, browser] = await Promise.all([startModelServer(), startReaderBrowser()]);
  lectern = await startPublisher("sqlite", "folder", { LECTERN_MODEL: "acme/large", LECTERN_MODEL_URL: model.url });
  project = await publishPages(lectern, "kettle", readingProject);
});
afterAll(async () => {
  await browser.close();
  await lectern.close();
  await model.close();
});
beforeEach(() => {
  model.script = [];
  model.fallback = () => ({ text: ["Use apt ", "[1]."] });
  model.requests.length = 0;
});

const bench: Bench = {
  read: (...request) => browser.read(...request),
  site: () => project.siteUrl,
  server: () => lectern.url,
  key: () => project.key,
  model: () => model,
};
describe("the search dialog", () => searchDialogSuite(bench));
describe("the ask panel", () => askPanelSuite(bench));
describe("the kinds of reply", () => replyKindsSuite(bench));
describe("a hostile answer", () => hostileAnswerSuite(bench));
describe("the widget", () => embedSuite(bench));
