import type { FirstStart } from "../app/first-start.ts";
import type { Config } from "../platform/config.ts";
import { ownCommand } from "../platform/own-command.ts";
import { siteUrl } from "../projects/sites/site-url.ts";
import { layOutFields } from "./output.ts";

/** Works without a language model, and changes a page of the sample project. */
export const examplePrompt = "Rename Lectern to Acme in index.mdx";

/** Shown at the first start, the only time the keys can be shown. */
export function welcome(config: Config, firstStart: FirstStart): string {
  const { project, adminKey, assistantKey, statusId, ownerLink } = firstStart;
  const { url } = config;
  const authorization = `-H "Authorization: Bearer ${adminKey}"`;
  return page(
    ...running(config, project.domain),
    ...ownAccount(ownerLink),
    `This is the first start, so a sample project and two API keys were created.
Save the keys now: they are stored only as hashes and can't be shown again.`,
    indent(
      layOutFields({
        "Admin key": adminKey,
        "Assistant key": assistantKey,
        Project: `${project.id}  (${project.name})`,
        Subdomain: project.domain,
      }),
    ),
    "Edit the docs in the browser, once you have an account:",
    indent(`${url}/dashboard/${project.organizationId}/${project.domain}/editor`),
    "Or with git. Any user name works; the password is a personal access token from your account page:",
    indent(`git clone ${project.repository}`),
    "Trigger an update:",
    indent(`curl -X POST ${url}/v1/project/update/${project.id} \\
  ${authorization}`),
    "Show the status of an update; this one was just triggered:",
    indent(`curl ${url}/v1/project/update-status/${statusId} \\
  ${authorization}`),
    "Ask the docs a question:",
    indent(`curl -N ${url}/discovery/v2/assistant/${project.domain}/message \\
  -H "Authorization: Bearer ${assistantKey}" \\
  -H "Content-Type: application/json" \\
  -d '{"fp": "anonymous", "messages": [{"role": "user", "content": "How do I make a backup?"}]}'`),
    "Create an agent job, and show its result:",
    indent(`job=$(curl -s -X POST ${url}/v2/agent/${project.id}/job \\
  ${authorization} \\
  -H "Content-Type: application/json" \\
  -d '{"prompt": "${examplePrompt}"}' | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')`),
    indent(`curl ${url}/v2/agent/${project.id}/job/$job \\
  ${authorization}`),
    lastLine(),
  );
}

/** Shown at the first start if the output isn't a terminal. */
export function welcomeInFile(config: Config, { project }: FirstStart, path: string): string {
  return page(
    ...running(config, project.domain),
    `This is the first start. The link to create your account, two API keys and a curl command for each operation
are in this file, which only the server's user can read. Delete it once you have saved the keys:`,
    indent(path),
    lastLine(),
  );
}

/** Shown at every later start. The organization is named only if there are several. */
export function welcomeBack(
  config: Config,
  {
    organization,
    project,
    ownerLink,
    needsOwner,
  }: { organization?: string; project: string; ownerLink: string | undefined; needsOwner: boolean },
): string {
  return page(
    ...running(config, project),
    ...(needsOwner ? ownAccount(ownerLink ?? ownCommand("account link")) : []),
    "API keys are stored only as hashes and can't be shown again. To create new ones:",
    indent(`${ownCommand(`key create --kind admin${organization === undefined ? "" : ` --organization ${organization}`}`)}
${ownCommand(`key create --kind assistant --project ${project}`)}`),
    lastLine(),
  );
}

function lastLine(): string {
  return `Press Ctrl+C to stop. All commands: ${ownCommand("--help")}`;
}

function running({ url, siteHost }: Config, domain: string): string[] {
  return [
    "Lectern is running.",
    indent(
      layOutFields({
        Dashboard: `${url}/dashboard`,
        Site: siteUrl(url, siteHost, domain),
        API: url,
        OpenAPI: `${url}/openapi.json`,
      }),
    ),
  ];
}

function ownAccount(link: string): string[] {
  return ["Open the dashboard and create your account. The link works once and expires in a week:", indent(link)];
}

function page(...paragraphs: string[]): string {
  return `\n${indent(paragraphs.join("\n\n"))}\n`;
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
