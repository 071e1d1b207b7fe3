import { renderEnvExample } from "../src/cli/env-example.ts";
import { openApiDocument } from "../src/contract/openapi.ts";
import { describedOperations } from "../src/contract/webhook-operations.ts";
import { settings } from "../src/platform/settings.ts";

/** Where a server answers that was started without any settings. */
const exampleUrl = "http://localhost:3000";

/** Files of the repository that are made from a table in the code, by path. `npm run generate` writes them. */
export function generatedFiles(): Record<string, string> {
  return {
    ".env.example": renderEnvExample(settings),
    "docs/openapi.json": `${JSON.stringify(openApiDocument(describedOperations, exampleUrl), null, 2)}\n`,
    "docs/reference/configuration.mdx": renderSettings(),
  };
}

function renderSettings(): string {
  const rows = settings.map(
    ({ name, value, about }) => `| \`${name}\` | ${value === "" ? "none" : `\`${value}\``} | ${about} |`,
  );
  return `---
title: "Configuration"
description: "Every setting, its default and what it does."
icon: "sliders-horizontal"
---

Settings come from the environment, or from a file \`.env\` in the folder where Lectern is started.
\`npm run lectern -- doctor --config\` shows what they are now.

| Setting | Default | Meaning |
|---|---|---|
${rows.join("\n")}
`;
}
