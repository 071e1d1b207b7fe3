import { expect, test } from "vitest";
import type { ApiPageOptions } from "../../source/page-api.ts";
import { findTranslations } from "../../translations/find-translations.ts";
import type { OperationView } from "../view/api-view.ts";
import { testerDialog } from "./tester-dialog.ts";

const options: ApiPageOptions = {
  tester: "interactive",
  credentials: false,
  showsServer: false,
  expandsFields: false,
  pillKeys: [],
  languages: [],
  requiredOnly: false,
  prefills: false,
  generatesSamples: true,
  includesSpec: true,
};
const view: OperationView = {
  kind: "operation",
  method: "post",
  path: "/users",
  summary: undefined,
  description: undefined,
  deprecated: false,
  servers: [],
  auth: [],
  parameters: [],
  body: undefined,
  responses: [],
  callbacks: [],
  samples: [],
  content: undefined,
  docs: undefined,
};

test("the request tester speaks the language of its page, and so does its script", () => {
  const german = testerDialog(view, options, findTranslations("de").article).markup;
  expect(german).toContain('type="submit">Senden</button>');
  expect(german).not.toContain("Send</button>");
  const words = /data-words="([^"]*)"/.exec(german)?.[1]?.replaceAll("&quot;", '"') ?? "";
  expect(JSON.parse(words)).toMatchObject({ stop: "Stopp", bytes: "{count} Bytes" });
});
