import type { Command } from "commander";
import type { Environment } from "../platform/config.ts";

/** Adds the options, arguments and action of a command, once it is known to be the one that was asked for. */
type DefineCommand = (command: Command, environment: Environment) => void;

interface CommandEntry {
  about: string;
  load: () => Promise<DefineCommand>;
}

/** Every command there is. Only the one that is asked for is loaded. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  start: {
    about: "run the API, and the worker in a process of its own",
    load: async () => (await import("./start.ts")).defineStart,
  },
  serve: { about: "run the API alone", load: async () => (await import("./serve.ts")).defineServe },
  worker: { about: "run the worker alone", load: async () => (await import("./worker.ts")).defineWorker },
  org: { about: "create and list organizations", load: async () => (await import("./org.ts")).defineOrg },
  project: {
    about: "create, list, show and change projects",
    load: async () => (await import("./project.ts")).defineProject,
  },
  key: { about: "create, list and revoke keys", load: async () => (await import("./key.ts")).defineKey },
  account: {
    about: "make a link to the dashboard, or a new password",
    load: async () => (await import("./account.ts")).defineAccount,
  },
  update: { about: "trigger and follow updates", load: async () => (await import("./update.ts")).defineUpdate },
  job: { about: "create and follow agent jobs", load: async () => (await import("./job.ts")).defineJob },
  ask: { about: "ask a project's assistant", load: async () => (await import("./ask.ts")).defineAsk },
  new: { about: "make a folder with a project to start from", load: async () => (await import("./new.ts")).defineNew },
  dev: { about: "show a folder of pages while you write", load: async () => (await import("./dev.ts")).defineDev },
  validate: {
    about: "say what is wrong with a folder of pages",
    load: async () => (await import("./validate.ts")).defineValidate,
  },
  "broken-links": {
    about: "say which links of a folder of pages lead nowhere",
    load: async () => (await import("./broken-links.ts")).defineBrokenLinks,
  },
  build: { about: "build a folder of pages into a site", load: async () => (await import("./build.ts")).defineBuild },
  migrate: {
    about: "bring the schema of the database up to this version",
    load: async () => (await import("./migrate.ts")).defineMigrate,
  },
  backup: {
    about: "copy the embedded database to a file, also while Lectern runs",
    load: async () => (await import("./backup.ts")).defineBackup,
  },
  restore: {
    about: "put a backup in the place of the embedded database",
    load: async () => (await import("./restore.ts")).defineRestore,
  },
  reseal: {
    about: "encrypt stored secrets again, after a new key was put first in LECTERN_SECRET_KEYS",
    load: async () => (await import("./reseal.ts")).defineReseal,
  },
  doctor: {
    about: "check that this machine has what Lectern needs",
    load: async () => (await import("./doctor.ts")).defineDoctor,
  },
};
