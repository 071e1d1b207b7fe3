import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Environment } from "../../platform/config.ts";
import type { Check } from "./check.ts";

const oldest = { major: 2, minor: 38 };
const timeoutMilliseconds = 5_000;
const mend = `install git ${oldest.major}.${oldest.minor} or newer`;

export async function checkGit(environment: Environment): Promise<Check> {
  try {
    const { stdout } = await promisify(execFile)("git", ["--version"], {
      env: { ...environment },
      timeout: timeoutMilliseconds,
    });
    const [, version = "unknown", major, minor] = /((\d+)\.(\d+)\S*)/.exec(stdout) ?? [];
    const isNewEnough =
      Number(major) > oldest.major || (Number(major) === oldest.major && Number(minor) >= oldest.minor);
    return isNewEnough
      ? { name: "git", state: "ok", found: version }
      : { name: "git", state: "fail", found: `${version}, which is too old`, mend };
  } catch {
    return { name: "git", state: "fail", found: "not found", mend };
  }
}
