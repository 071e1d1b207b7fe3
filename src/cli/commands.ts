import type { Command } from "commander";
import type { Environment } from "../platform/config.ts";

/** Adds the options, arguments and action of a command. */
type DefineCommand = (command: Command, environment: Environment) => void;

interface CommandEntry {
  about: string;
  load: () => Promise<DefineCommand>;
}

/** All commands. Only the requested one is loaded. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  start: {
    about: "Run the API, and the worker in its own process",
    load: async () => (await import("./start.ts")).defineStart,
  },
  serve: { about: "Run only the API", load: async () => (await import("./serve.ts")).defineServe },
  worker: { about: "Run only the worker", load: async () => (await import("./worker.ts")).defineWorker },
  org: { about: "Create and list organizations", load: async () => (await import("./org.ts")).defineOrg },
  project: {
    about: "Create, list, show and change projects",
    load: async () => (await import("./project.ts")).defineProject,
  },
  key: { about: "Create, list and revoke API keys", load: async () => (await import("./key.ts")).defineKey },
  account: {
    about: "Create an admin link, reset a password, or remove a second factor",
    load: async () => (await import("./account.ts")).defineAccount,
  },
  installation: {
    about: "Connect installations of the GitHub App to organizations",
    load: async () => (await import("./installation.ts")).defineInstallation,
  },
  update: { about: "Trigger and follow updates", load: async () => (await import("./update.ts")).defineUpdate },
  job: { about: "Create and follow agent jobs", load: async () => (await import("./job.ts")).defineJob },
  ask: { about: "Ask a project's assistant", load: async () => (await import("./ask.ts")).defineAsk },
  evaluate: {
    about: "Measure a project's answers with its own questions",
    load: async () => (await import("./evaluate.ts")).defineEvaluate,
  },
  new: { about: "Create a folder with a starter project", load: async () => (await import("./new.ts")).defineNew },
  dev: { about: "Preview a folder of pages while you edit", load: async () => (await import("./dev.ts")).defineDev },
  validate: {
    about: "Check a folder of pages for problems",
    load: async () => (await import("./validate.ts")).defineValidate,
  },
  "broken-links": {
    about: "Find broken links in a folder of pages",
    load: async () => (await import("./broken-links.ts")).defineBrokenLinks,
  },
  build: {
    about: "Build a folder of pages into a static site",
    load: async () => (await import("./build.ts")).defineBuild,
  },
  migrate: {
    about: "Migrate the database to this version",
    load: async () => (await import("./migrate.ts")).defineMigrate,
  },
  backup: {
    about: "Save the whole server to a file, even while it is running",
    load: async () => (await import("./backup.ts")).defineBackup,
  },
  restore: {
    about: "Restore a server from a backup",
    load: async () => (await import("./restore.ts")).defineRestore,
  },
  move: {
    about: "Copy the whole server to PostgreSQL, S3 or both",
    load: async () => (await import("./move.ts")).defineMove,
  },
  reseal: {
    about: "Re-encrypt stored secrets after adding a new first key to LECTERN_SECRET_KEYS",
    load: async () => (await import("./reseal.ts")).defineReseal,
  },
  doctor: {
    about: "Check that this machine has everything Lectern needs",
    load: async () => (await import("./doctor.ts")).defineDoctor,
  },
};
