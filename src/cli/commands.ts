import type { Command } from "commander";
import type { Environment } from "../platform/config.ts";

/** Adds the options, arguments and action of a command. */
type DefineCommand = (command: Command, environment: Environment) => void;

type CommandEntry = readonly [about: string, load: () => Promise<DefineCommand>];

/** All commands. Only the requested one is loaded. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  start: ["Run the API, and the worker in its own process", async () => (await import("./start.ts")).defineStart],
  serve: ["Run only the API", async () => (await import("./serve.ts")).defineServe],
  worker: ["Run only the worker", async () => (await import("./worker.ts")).defineWorker],
  org: ["Create and list organizations", async () => (await import("./org.ts")).defineOrg],
  project: ["Create, list, show and change projects", async () => (await import("./project.ts")).defineProject],
  key: ["Create, list and revoke API keys", async () => (await import("./key.ts")).defineKey],
  account: [
    "Create an admin link, reset a password, or remove a second factor",
    async () => (await import("./account.ts")).defineAccount,
  ],
  installation: [
    "Connect installations of the GitHub App to organizations",
    async () => (await import("./installation.ts")).defineInstallation,
  ],
  update: ["Trigger and follow updates", async () => (await import("./update.ts")).defineUpdate],
  job: ["Create and follow agent jobs", async () => (await import("./job.ts")).defineJob],
  ask: ["Ask a project's assistant", async () => (await import("./ask.ts")).defineAsk],
  pdf: ["Print a project's site as a PDF", async () => (await import("./pdf.ts")).definePdf],
  evaluate: [
    "Measure a project's answers with its own questions",
    async () => (await import("./evaluate.ts")).defineEvaluate,
  ],
  new: ["Create a folder with a starter project", async () => (await import("./new.ts")).defineNew],
  dev: ["Preview a folder of pages while you edit", async () => (await import("./dev.ts")).defineDev],
  validate: ["Check a folder of pages for problems", async () => (await import("./validate.ts")).defineValidate],
  "broken-links": [
    "Find broken links in a folder of pages",
    async () => (await import("./broken-links.ts")).defineBrokenLinks,
  ],
  build: ["Build a folder of pages into a static site", async () => (await import("./build.ts")).defineBuild],
  migrate: [
    "Migrate the database to this version, or a mint.json to docs.json",
    async () => (await import("./migrate.ts")).defineMigrate,
  ],
  backup: [
    "Save the whole server to a file, even while it is running",
    async () => (await import("./backup.ts")).defineBackup,
  ],
  restore: ["Restore a server from a backup", async () => (await import("./restore.ts")).defineRestore],
  move: ["Copy the whole server to PostgreSQL, S3 or both", async () => (await import("./move.ts")).defineMove],
  reseal: [
    "Re-encrypt stored secrets after adding a new first key to LECTERN_SECRET_KEYS",
    async () => (await import("./reseal.ts")).defineReseal,
  ],
  doctor: [
    "Check that this machine has everything Lectern needs",
    async () => (await import("./doctor.ts")).defineDoctor,
  ],
};
