import type { FirstStart } from "../app/first-start.ts";
import type { Config } from "../platform/config.ts";
import { siteUrl } from "../projects/sites/site-url.ts";
import { layOutFields } from "./output.ts";

/** What the terminal says when Lectern runs for the first time: the only time that the keys can be shown. */
export function welcome(config: Config, firstStart: FirstStart): string {
  const { project, adminKey, assistantKey, statusId, ownerLink } = firstStart;
  const { url } = config;
  const authorization = `-H "Authorization: Bearer ${adminKey}"`;
  return page(
    ...running(config, project.domain),
    ...ownAccount(ownerLink),
    `This is the first start, so there are a sample project and two keys to it.
The keys are shown this once, since only their hashes are stored: keep them now.`,
    indent(
      layOutFields([
        ["Admin key", adminKey],
        ["Assistant key", assistantKey],
        ["Project", `${project.id}  (${project.name})`],
        ["Domain", project.domain],
      ]),
    ),
    "Change the docs: clone the repository (any user name, the admin key as password), commit and push.",
    indent(`git clone ${project.repository}`),
    "Trigger an update:",
    indent(`curl -X POST ${url}/v1/project/update/${project.id} \\
  ${authorization}`),
    "Read the status of an update; this one was triggered just now:",
    indent(`curl ${url}/v1/project/update-status/${statusId} \\
  ${authorization}`),
    "Ask the docs a question:",
    indent(`curl -N ${url}/discovery/v2/assistant/${project.domain}/message \\
  -H "Authorization: Bearer ${assistantKey}" \\
  -H "Content-Type: application/json" \\
  -d '{"fp": "anonymous", "messages": [{"role": "user", "content": "How do I make a backup?"}]}'`),
    "Give the agent a job, and read what became of it:",
    indent(`job=$(curl -s -X POST ${url}/v2/agent/${project.id}/job \\
  ${authorization} \\
  -H "Content-Type: application/json" \\
  -d '{"prompt": "Find broken links and fix them."}' | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')`),
    indent(`curl ${url}/v2/agent/${project.id}/job/$job \\
  ${authorization}`),
    lastLine,
  );
}

/** What it says from the second time on. */
export function welcomeBack(
  config: Config,
  { organizationId, project, ownerLink }: { organizationId: string; project: string; ownerLink: string | undefined },
): string {
  return page(
    ...running(config, project),
    ...(ownerLink === undefined ? [] : ownAccount(ownerLink)),
    "Keys are stored only as hashes and cannot be shown again. To make a new one:",
    indent(`npm run lectern -- key create --kind admin --organization ${organizationId}
npm run lectern -- key create --kind assistant --project ${project}`),
    lastLine,
  );
}

const lastLine = "Ctrl+C stops it. All commands: npm run lectern -- --help";

function running({ url, siteHost }: Config, domain: string): string[] {
  return [
    "Lectern is running.",
    indent(
      layOutFields([
        ["Dashboard", `${url}/dashboard`],
        ["Site", siteUrl(url, siteHost, domain)],
        ["API", url],
        ["OpenAPI", `${url}/openapi.json`],
      ]),
    ),
  ];
}

function ownAccount(link: string): string[] {
  return ["Open the dashboard and make your account. The link works once, for a week:", indent(link)];
}

function page(...paragraphs: string[]): string {
  return `\n${indent(paragraphs.join("\n\n"))}\n`;
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
