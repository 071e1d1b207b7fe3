import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "../src/contract/openapi.ts";
import { publicOperations } from "../src/contract/webhook-operations.ts";
import { settings } from "../src/platform/settings.ts";
import { clientFiles, renderMethodTable } from "./client-files.ts";
import { writeComponentCatalog } from "./component-catalog.ts";
import { renderNotice } from "./notice.ts";
import { tableTypes } from "./table-types.ts";

/** The address of a server with default settings. */
const exampleUrl = "http://localhost:3000";

/** The generated files that are committed, by path. They are committed because people read them without a clone. */
export function committedFiles(): Record<string, string> {
  return {
    NOTICE: renderNotice(),
    ".env.example": renderEnvExample(),
    "docs/reference/configuration.mdx": renderSettings(),
    "docs/snippets/client-methods.mdx": renderMethodTable(),
    [chartSchemaPath]: renderChartSchema(),
  };
}

/** The generated files that git ignores, by path. `npm ci` writes them, so every clone has them. */
export async function ignoredFiles(): Promise<Record<string, string>> {
  return {
    "docs/openapi.json": `${JSON.stringify(openApiDocument(publicOperations, exampleUrl), null, 2)}\n`,
    "src/editor/completions/component-catalog.json": writeComponentCatalog(),
    ...clientFiles(),
    ...(await tableTypes()),
  };
}

const lineMaxLength = 100;

/** Every setting with its default, commented out, so that a copy changes nothing. */
function renderEnvExample(): string {
  const head = comment(
    "Copy this file to .env and change what you need. The values shown are the defaults. Environment variables override this file.",
  );
  return [head, ...settings.map(({ name, value, about }) => `${comment(about)}\n# ${name}=${value}`)]
    .join("\n\n")
    .concat("\n");
}

function comment(text: string): string {
  const lines: string[] = [];
  let line = "#";
  for (const word of text.split(" ")) {
    if (line.length + word.length + 1 > lineMaxLength) {
      lines.push(line);
      line = "#";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}

const chartSchemaPath = "deploy/helm/lectern/values.schema.json";

/**
 * Updates the list of values that the chart refuses because they belong in a Secret. The rest of the schema is written
 * by hand.
 */
function renderChartSchema(): string {
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, "..", chartSchemaPath), "utf8"));
  const secrets = settings.filter((setting) => "secret" in setting).map(({ name }) => name);
  schema.properties.settings.propertyNames = { not: { enum: secrets } };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** Groups of settings by the beginnings of their names. All other settings go to the end. */
const settingGroups: readonly [title: string, beginnings: readonly string[]][] = [
  ["The server", ["PORT", "HOST", "LECTERN_URL", "LECTERN_TRUSTED_PROXIES", "LECTERN_LOG_LEVEL", "LECTERN_SHUTDOWN"]],
  ["Data", ["LECTERN_DATA", "DATABASE_URL", "LECTERN_ARTIFACTS", "AWS_", "LECTERN_SECRET_KEYS"]],
  ["Sites", ["SITE_HOST", "LECTERN_CONTENT_SIGNAL"]],
  ["Repositories", ["LECTERN_ALLOWED_HOSTS", "LECTERN_CODE_HOSTS", "LECTERN_GITHUB_", "LECTERN_SLACK_"]],
  ["Workers", ["LECTERN_WORKER", "LECTERN_LEASE"]],
  ["Language models", ["LECTERN_MODEL", "LECTERN_AGENT", "LECTERN_EMBEDDINGS"]],
  ["Signing in", ["LECTERN_OIDC_"]],
  ["How long things are kept", ["LECTERN_THREAD_DAYS", "LECTERN_INSIGHT_DAYS", "LECTERN_AUDIT_DAYS"]],
  ["The command line", ["LECTERN_API_KEY"]],
];

function renderSettings(): string {
  const groups = Object.groupBy(settings, groupOf);
  const titles = [...settingGroups.map(([title]) => title), otherSettings];
  const sections = titles.flatMap((title) => {
    const fields = groups[title] ?? [];
    return fields.length === 0 ? [] : [`## ${title}\n\n${fields.map(renderSetting).join("\n\n")}`];
  });
  return `---
title: "Configuration"
description: "Every environment variable, its default and what it does."
icon: "sliders-horizontal"
keywords: ["environment variables", "settings", ".env", "config", "options"]
---

Settings are environment variables, or lines of a \`.env\` file in the folder where Lectern is started. None is required. A variable
in the environment wins over the file. Restart Lectern after a change.

\`\`\`sh
lectern doctor --config
\`\`\`

shows every setting with its current value.

${sections.join("\n\n")}
`;
}

const otherSettings = "Other settings";

function groupOf({ name }: (typeof settings)[number]): string {
  const starts = (beginning: string) => name.startsWith(beginning);
  return settingGroups.find(([, beginnings]) => beginnings.some(starts))?.[0] ?? otherSettings;
}

function renderSetting({ name, value, about }: (typeof settings)[number]): string {
  const given = value === "" ? "" : ` default="${value}"`;
  return `<ResponseField name="${name}"${given}>\n${about.replaceAll(/[{<]/g, "\\$&")}\n</ResponseField>`;
}
