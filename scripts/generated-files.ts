import { renderEnvExample } from "../src/cli/env-example.ts";
import { renderApiReference } from "../src/contract/reference.ts";
import { describedOperations } from "../src/contract/webhook-operations.ts";
import { settings } from "../src/platform/config.ts";

/** Files of the repository that are made from a table in the code, by path. `npm run generate` writes them. */
export function generatedFiles(): Record<string, string> {
  return {
    ".env.example": renderEnvExample(settings),
    "docs/reference/api.mdx": renderApiReference(describedOperations),
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
---

Settings come from the environment, or from a file \`.env\` in the folder where Lectern is started.
\`npm run lectern -- doctor --config\` shows what they are now.

| Setting | Default | Meaning |
|---|---|---|
${rows.join("\n")}
`;
}
