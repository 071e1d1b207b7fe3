import { count } from "../../../contract/count.ts";
import { BuildProblem } from "../../shared/build-problem.ts";
import { listNames } from "../../shared/text/shorten.ts";
import { createPathFinder, nearestWord } from "../../source/config/nearest-word.ts";
import type { SourcePage } from "../../source/read-page.ts";
import type { RemoteSpec } from "../read/remote-specs.ts";
import { describeTarget, specPathsOf, type TargetName } from "../read/target-name.ts";
import { operationName, type ReadSpec, type TargetFinder } from "./find-target.ts";

export const addFileHint = "add the file to the project and use its path";

const comparedMax = 3_000;

export interface MissingTargetDeps {
  finder: TargetFinder;
  problems: BuildProblem[];
  /** Descriptions on other servers, by address. */
  remote: ReadonlyMap<string, RemoteSpec>;
  /** All files of the project, to suggest the file that the author meant. */
  files: readonly string[];
}

interface SharedProblem {
  pages: SourcePage[];
  message: string;
  hint: string | undefined;
}

export interface MissingTargets {
  warn(page: SourcePage, message: string, hint?: string): void;
  /** Returns true if the description could not be read, in which case the page may be correct. */
  warnOperation(page: SourcePage, name: TargetName): boolean;
  warnChannel(page: SourcePage, name: string, file: string | undefined): boolean;
  /** Reports the problems that several pages share: each problem once, with the number of pages. */
  reportShared(): void;
}

/** Explains why pages don't find the operation or channel they name. */
export function createMissingTargets({ finder, problems, remote, files }: MissingTargetDeps): MissingTargets {
  const shared = new Map<string, SharedProblem>();

  /** Every message starts with the wrong frontmatter key. */
  const report = (severity: "warning" | "error", page: SourcePage, message: string, hint?: string) => {
    const line = Object.entries(page.keyLines ?? {}).find(([key]) => message.startsWith(`"${key}"`))?.[1];
    problems.push(new BuildProblem(message, { severity, file: page.file, line, hint }));
  };
  const warn: MissingTargets["warn"] = (page, message, hint) => report("warning", page, message, hint);

  /** A missing description can affect hundreds of pages, but is reported as one problem. */
  const reportOnce = (page: SourcePage, missing: string, message: string, hint?: string) => {
    const known = shared.get(missing);
    if (known === undefined) shared.set(missing, { pages: [page], message, hint });
    else known.pages.push(page);
  };

  /** Reports that the description a page names is unusable. Returns false if it is usable. */
  const warnSpec = (page: SourcePage, key: "openapi" | "asyncapi", file: string): boolean => {
    const away = remote.get(file.trim());
    const spec = finder.findSpec(file, page.file);
    if (away?.text === undefined && away?.problem !== undefined) {
      reportOnce(page, file, `"${key}" names ${file}, but ${away.problem}`, addFileHint);
    } else if (spec?.index.kind === "unread") {
      reportOnce(page, spec.file, `"${key}" names ${file}, but that file cannot be read`);
    } else if (spec?.index.kind !== key) {
      const missing = specPathsOf(file, page.file)[0] ?? file;
      const kind = key === "openapi" ? "API description" : "AsyncAPI description";
      reportOnce(page, missing, `"${key}" names ${file}, but there is no such ${kind}`, nearFile(missing, files));
    } else return false;
    return true;
  };

  const suggest = (page: SourcePage, file: string | undefined, name: string, namesOf: (spec: ReadSpec) => string[]) => {
    const named = file === undefined ? undefined : finder.findSpec(file, page.file);
    const names = (named === undefined ? finder.all : [named]).flatMap(namesOf);
    const nearest = nearestWord(name, names.slice(0, comparedMax));
    return nearest === undefined ? undefined : `did you mean "${nearest}"?`;
  };

  /** Descriptions that could not be read, with the reason. The target is most likely in one of them. */
  const unreadSpecs = (): string[] => {
    const away = [...remote].flatMap(([address, { text, problem }]) => {
      return text === undefined && problem !== undefined ? [`${address}: ${problem}`] : [];
    });
    if (away.length > 0 || finder.all.some(({ index }) => index.operations.length > 0)) return away;
    return finder.all.filter(({ index }) => index.kind === "unread").map(({ file }) => `${file} is invalid`);
  };

  return {
    warn,
    warnOperation(page, { file, target }) {
      const wanted = describeTarget(target);
      if (file !== undefined && warnSpec(page, "openapi", file)) return true;
      const unread = file === undefined ? unreadSpecs() : [];
      if (unread.length > 0) {
        const message = `"openapi" is "${wanted}", but no API description that could be read has it (${unread.join("; ")})`;
        reportOnce(page, "unread", message, remote.size > 0 ? addFileHint : undefined);
        return true;
      }
      if (file === undefined && finder.all.every(({ index }) => index.kind !== "openapi")) {
        reportOnce(page, "none", `"openapi" is "${wanted}", but the project has no OpenAPI description`, addFileHint);
      } else {
        const where = file === undefined ? "no API description in the project has it" : `${file} does not have it`;
        // Translated pages often name the description of their language, although only the main description has the
        // operation.
        const elsewhere = file === undefined ? undefined : finder.findOperation(target, undefined, page.file);
        const hint =
          elsewhere === undefined
            ? suggest(page, file, wanted, ({ index }) => index.operations.map(operationName))
            : `${elsewhere.spec.file} has it`;
        warn(page, `"openapi" is "${wanted}", but ${where}, so the page has no API reference`, hint);
      }
      return false;
    },
    warnChannel(page, name, file) {
      if (file !== undefined && warnSpec(page, "asyncapi", file)) return true;
      const where = file === undefined ? "no AsyncAPI description in the project has it" : `${file} does not have it`;
      const hint = suggest(page, file, name, ({ index }) => index.channels.map((channel) => channel.name));
      warn(page, `"asyncapi" is "${name}", but ${where}, so the page has no API reference`, hint);
      return false;
    },
    reportShared() {
      for (const { pages, message, hint } of shared.values()) {
        const [first] = pages;
        // An error, because readers see a notice instead of the reference.
        if (first !== undefined)
          report("error", first, `${message}, so ${describePages(pages)} no API reference`, hint);
      }
    },
  };
}

function describePages(pages: readonly SourcePage[]): string {
  if (pages.length === 1) return "the page has";
  return `${count(pages.length, "page")} (${listNames(pages.map(({ file }) => file))}) have`;
}

/** A file with a similar name in the same folder, or with the same name in another folder. */
function nearFile(path: string, files: readonly string[]): string | undefined {
  const name = path.replace(/^.*\//, "");
  const near = createPathFinder(new Set(files))(path) ?? files.find((file) => file.replace(/^.*\//, "") === name);
  return near === undefined ? undefined : `did you mean "/${near}"?`;
}
