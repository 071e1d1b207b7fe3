import { createPathFinder } from "../../source/config/near-path.ts";
import { nearestWord } from "../../source/config/nearest-word.ts";
import type { SourcePage } from "../../source/read-page.ts";
import { addFileHint, specPathsOf } from "../read/spec-path.ts";
import { describeTarget, type TargetName } from "../read/target-name.ts";
import { type AttachDeps, warn, warnOnce } from "./attach-warning.ts";
import { operationName } from "./find-target.ts";

/** Says why a page does not find its operation. What is wrong with a whole description is told once for all its pages. */
export function warnMissingOperation(page: SourcePage, { file, target }: TargetName, deps: AttachDeps): void {
  const wanted = describeTarget(target);
  if (file !== undefined && warnMissingSpec(page, "openapi", file, deps)) return;
  const unread = file === undefined ? unreadSpecs(deps) : [];
  if (unread.length > 0) {
    const message = `"openapi" is "${wanted}", but no API description that could be read has it (${unread.join("; ")})`;
    warnOnce(page, deps, "unread", message, deps.remote.size > 0 ? addFileHint : undefined);
  } else if (file === undefined && deps.finder.all.every(({ index }) => index.kind !== "openapi")) {
    warnOnce(page, deps, "none", `"openapi" is "${wanted}", but the project has no OpenAPI description`, addFileHint);
  } else {
    const where = file === undefined ? "no API description of the project has it" : `${file} does not have it`;
    const hint = otherSpec(page, { file, target }, deps) ?? nearOperation(wanted, file, page, deps);
    warn(page, deps, `"openapi" is "${wanted}", but ${where}, so the page has no API part`, hint);
  }
}

/** True when the description that a page names is not there, which was told. */
export function warnMissingSpec(
  page: SourcePage,
  key: "openapi" | "asyncapi",
  file: string,
  deps: AttachDeps,
): boolean {
  const { finder, remote } = deps;
  const away = remote.get(file.trim());
  const spec = finder.findSpec(file, page.file);
  const others = { openapi: ["asyncapi", "other"], asyncapi: ["openapi", "other"] }[key];
  if (away?.text === undefined && away?.problem !== undefined) {
    warnOnce(page, deps, file, `"${key}" names ${file}, but ${away.problem}`, addFileHint);
  } else if (spec === undefined || others.includes(spec.index.kind)) {
    const missing = specPathsOf(file, page.file)[0] ?? file;
    const kind = key === "openapi" ? "API description" : "AsyncAPI description";
    warnOnce(page, deps, missing, `"${key}" names ${file}, but there is no such ${kind}`, nearFile(missing, deps));
  } else if (spec.index.kind === "unread") {
    warnOnce(page, deps, spec.file, `"${key}" names ${file}, but that cannot be read`);
  } else return false;
  return true;
}

/** Descriptions that would most likely have it and are not known, each with the reason. */
function unreadSpecs({ remote, finder }: AttachDeps): string[] {
  const away = [...remote].flatMap(([address, { text, problem }]) => {
    return text === undefined && problem !== undefined ? [`${address}: ${problem}`] : [];
  });
  if (away.length > 0 || finder.all.some(({ index }) => index.operations.length > 0)) return away;
  return finder.all.filter(({ index }) => index.kind === "unread").map(({ file }) => `${file} is faulty`);
}

/** A page of another language often names the description of its language, while only the first one has the operation. */
function otherSpec(page: SourcePage, { file, target }: TargetName, { finder }: AttachDeps): string | undefined {
  const found = file === undefined ? undefined : finder.find(target, undefined, page.file);
  return found === undefined ? undefined : `${found.spec.file} has it`;
}

const comparedMax = 3_000;

function nearOperation(
  wanted: string,
  file: string | undefined,
  page: SourcePage,
  { finder }: AttachDeps,
): string | undefined {
  const named = file === undefined ? undefined : finder.findSpec(file, page.file);
  const names = (named === undefined ? finder.all : [named]).flatMap(({ index }) =>
    index.operations.map(operationName),
  );
  const nearest = nearestWord(wanted, names.slice(0, comparedMax));
  return nearest === undefined ? undefined : `did you mean "${nearest}"?`;
}

/** A file of nearly that name in the folder, or of that name in another one. */
function nearFile(path: string, { files }: AttachDeps): string | undefined {
  const name = path.replace(/^.*\//, "");
  const near = createPathFinder(new Set(files))(path) ?? files.find((file) => file.replace(/^.*\//, "") === name);
  return near === undefined ? undefined : `did you mean "/${near}"?`;
}
