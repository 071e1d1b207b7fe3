import type { Command } from "commander";
import { type Config, type Environment, settingValue } from "../platform/config.ts";
import { ownCommand } from "../platform/own-command.ts";
import { type Setting, settings } from "../platform/settings.ts";
import type { Check } from "./checks/check.ts";
import { addJsonOption } from "./options.ts";
import { CommandProblem, layOutTable, type OutputOptions, print } from "./output.ts";
import { readSettings } from "./setup.ts";

const hidden = "(hidden)";
const modelSecondsMax = 60;

export function defineDoctor(command: Command, environment: Environment): void {
  addJsonOption(command)
    .option("--config", "Print every setting with its value, default and meaning")
    .action((options: OutputOptions & { config?: boolean }) =>
      options.config ? showSettings(environment, options) : examine(environment, options),
    );
}

async function examine(environment: Environment, options: OutputOptions): Promise<void> {
  const checks = await runChecks(environment);
  const rows = checks.map(({ name, state, found, fix }) => ({
    state,
    check: name,
    found: fix === undefined ? found : `${found}; ${fix}`,
  }));
  const failed = checks.filter(({ state }) => state === "fail").map(({ name }) => name);
  print(options, { ok: failed.length === 0, checks }, layOutTable(rows, ""));
  if (failed.length > 0) {
    throw new CommandProblem(`Some checks failed; fix these first: ${failed.join(", ")}.`);
  }
}

async function runChecks(environment: Environment): Promise<Check[]> {
  const { checkTools } = await import("./checks/tools.ts");
  const tools = await checkTools(environment);
  let config: Config;
  try {
    config = readSettings(environment);
  } catch (error) {
    if (!(error instanceof CommandProblem)) throw error;
    const fix = `fix it in the environment or in .env; see: ${ownCommand("doctor --config")}`;
    return [...tools, { name: "settings", state: "fail", found: error.message.replace(/\.$/, ""), fix }];
  }
  const { checkDatabase } = await import("./checks/database.ts");
  const { checkDisk } = await import("./checks/disk.ts");
  const { checkModels } = await import("./checks/models.ts");
  const { checkPort } = await import("./checks/port.ts");
  const { checkStore } = await import("./checks/store.ts");
  return [
    ...tools,
    ...(await checkDatabase(config)),
    await checkStore(config),
    checkDisk(config),
    await checkPort(config),
    ...(await checkModels(config, AbortSignal.timeout(modelSecondsMax * 1_000))),
  ];
}

function showSettings(environment: Environment, options: OutputOptions): void {
  const shown = settings.map((setting: Setting) => {
    const value = settingValue(environment, setting.name as (typeof settings)[number]["name"]);
    return {
      name: setting.name,
      value: setting.secret && value !== "" ? hidden : value,
      default: setting.value,
      about: setting.about,
    };
  });
  const text = shown
    .map(({ name, value, default: standard, about }) => {
      const isDefault = value === standard;
      return `${name}=${value}${isDefault ? "" : `  (default: ${standard || "none"})`}\n  ${about}`;
    })
    .join("\n\n");
  print(options, { settings: shown }, text);
}
