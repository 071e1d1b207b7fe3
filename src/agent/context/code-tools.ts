import { GitError } from "../../git/git-error.ts";
import { readFileOf } from "../../git/read-file.ts";
import { defaultRepositoryLimits, type Repository } from "../../git/repository.ts";
import { readStart } from "../../git/run-git.ts";
import { pathProblem } from "../../git/tree-path.ts";
import { findTip, type SourceLocation } from "../../projects/source/find-tip.ts";

/** A code repository of the project, and where it is mirrored. */
export interface CodeRepository {
  name: string;
  branch: string;
  /** Only these folders are read; empty for all. */
  folders: readonly string[];
  location: SourceLocation;
}

interface OpenedCode extends CodeRepository {
  repository: Repository;
  sha: string;
}

interface CodeAnswer {
  ok: boolean;
  text: string;
}

export type CodeTool = (name: string, input: unknown) => Promise<CodeAnswer>;

class Refusal extends Error {}

const answerCharactersMax = 30_000;
const fileBytesMax = 1_000_000;
const linesMax = 400;
const lineCharactersMax = 500;
const pathCharactersMax = 1_000;
const queryCharactersMax = 200;
const matchesPerFile = 20;
const searchSecondsMax = 30;
const definitions =
  "function|class|interface|type|enum|const|let|var|def|func|fn|struct|trait|impl|module|package|record|object|val|macro_rules!|#define";

/**
 * The model's tools for code repositories. A mirror is brought up to date when it is first used, and only git reads it:
 * nothing is checked out or executed.
 */
export function createCodeTools(repositories: readonly CodeRepository[], signal: AbortSignal): CodeTool {
  const opened = new Map<string, Promise<OpenedCode>>();
  async function open(input: Record<string, unknown>): Promise<OpenedCode> {
    const wanted = input.repository ?? (repositories.length === 1 ? repositories[0]?.name : undefined);
    const found = repositories.find(({ name }) => name === wanted);
    if (found === undefined) {
      throw new Refusal(`"repository" must be one of ${repositories.map(({ name }) => name).join(", ")}.`);
    }
    const { location, branch } = found;
    const code = opened.get(found.name) ?? findTip({ location, branch, signal }).then((tip) => ({ ...found, ...tip }));
    opened.set(found.name, code);
    return code;
  }
  return async (name, input) => {
    const given = (typeof input === "object" && input !== null ? input : {}) as Record<string, unknown>;
    try {
      const code = await open(given);
      const text = name === "read_code" ? await read(code, given) : await search(code, name, given);
      return { ok: true, text: text.slice(0, answerCharactersMax) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Refusal) return { ok: false, text: error.message };
      // A repository that can't be read must not fail the job.
      if (error instanceof GitError) return { ok: false, text: `The repository can't be read: ${error.message}` };
      throw error;
    }
  };

  async function read(code: OpenedCode, input: Record<string, unknown>): Promise<string> {
    const path = cleanPath(input.path);
    const isInside = code.folders.length === 0 || code.folders.some((folder) => path.startsWith(`${folder}/`));
    const request = { sha: code.sha, path, bytesMax: fileBytesMax, limits: defaultRepositoryLimits, signal };
    const content =
      pathProblem(path) === undefined && isInside ? await readFileOf(code.repository, request) : undefined;
    if (content === undefined) throw new Refusal(`There is no file ${path}; call list_code or search_code.`);
    if (content.includes(0)) throw new Refusal(`${path} is not a text file.`);
    const lines = content.toString("utf8").split("\n");
    const from = lineOf(input.from_line) ?? 1;
    const to = Math.min(lines.length, lineOf(input.to_line) ?? lines.length, from + linesMax - 1);
    const shown = lines
      .slice(from - 1, to)
      .map((line, index) => `${from + index}\t${line.slice(0, lineCharactersMax)}`);
    return [...shown, ...(to < lines.length ? [`… ${lines.length} lines in all`] : [])].join("\n");
  }

  async function search(code: OpenedCode, name: string, input: Record<string, unknown>): Promise<string> {
    const limits = { ...defaultRepositoryLimits, readSecondsMax: searchSecondsMax };
    const run = async (args: readonly string[]) => {
      try {
        return await readStart(code.repository, { limits, signal }, answerCharactersMax, args);
      } catch (error) {
        // Git exits with 1 if nothing matches.
        if (error instanceof GitError && error.kind === "failed") return "";
        throw error;
      }
    };
    if (name === "list_code") {
      const folder = cleanPath(input.folder);
      const inside = code.folders.filter((one) => folder === "" || one === folder || one.startsWith(`${folder}/`));
      const isBelow = code.folders.length === 0 || code.folders.some((one) => `${folder}/`.startsWith(`${one}/`));
      if (folder !== "" && pathProblem(folder) !== undefined) throw new Refusal(`There is no folder ${folder}.`);
      if (!isBelow && inside.length === 0)
        throw new Refusal(`Only these folders are read: ${code.folders.join(", ")}.`);
      const paths = isBelow ? (folder === "" ? [] : [folder]) : inside;
      const args = ["ls-tree", "-r", "--name-only", "--full-tree", "--end-of-options", code.sha];
      return (await run([...args, ...paths.map((path) => `${path}/`)])) || "There are no files.";
    }
    const query = typeof input.query === "string" ? input.query.slice(0, queryCharactersMax) : "";
    if (query.trim() === "" || /[\r\n\0]/.test(query)) throw new Refusal('"query" must be one line of text.');
    const isSymbol = input.kind === "symbol";
    if (isSymbol && !/^[\w$]+$/.test(query)) throw new Refusal("A symbol is one name, such as createServer.");
    const how = isSymbol
      ? ["-E", "-w", "-e", `(${definitions})[ \t*&(].{0,80}${query.replaceAll("$", "[$]")}`]
      : ["-F", "-i", "-e", query];
    const folders = code.folders.map((folder) => `:(literal)${folder}/`);
    const args = ["grep", "--no-color", "--threads=1", "-n", "-I", `--max-count=${matchesPerFile}`, ...how];
    const found = await run([...args, code.sha, "--", ...folders]);
    const lines = found.split("\n").map((line) => line.slice(code.sha.length + 1, code.sha.length + lineCharactersMax));
    return lines.join("\n").trim() || "Nothing was found.";
  }
}

function lineOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** Without slashes at the ends, because models write paths with or without them. */
function cleanPath(value: unknown): string {
  const path = typeof value === "string" ? value.slice(0, pathCharactersMax) : "";
  return path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}
