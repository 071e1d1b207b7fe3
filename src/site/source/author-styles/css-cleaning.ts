import { type CssNode, type ParseOptions, parse } from "css-tree";
import { BuildProblem } from "../../ground/build-problem.ts";
import type { CssFiles } from "./check-css-url.ts";

/** The work on one stylesheet: what it may load, and what was wrong with it. */
export interface CssCleaning {
  files: CssFiles;
  problems: BuildProblem[];
  /** What the parser did not understand, and why. */
  faults: Map<CssNode, string>;
  faultCount: number;
}

/** The file is so broken, or made to be, that none of it is used. */
export class HopelessCss extends Error {}

const faultsMax = 500;

export function createCleaning(files: CssFiles): CssCleaning {
  return { files, problems: [], faults: new Map(), faultCount: 0 };
}

export function warnOf(cleaning: CssCleaning, message: string, node: CssNode, hint?: string): void {
  const { file } = cleaning.files;
  cleaning.problems.push(new BuildProblem(message, { severity: "warning", file, line: node.loc?.start.line, hint }));
}

export function parseCss(text: string, cleaning: CssCleaning, options: ParseOptions = {}): CssNode {
  return parse(text, {
    positions: true,
    parseCustomProperty: true,
    onParseError(error, node) {
      cleaning.faults.set(node, error.message);
      cleaning.faultCount += 1;
      // Each fault costs a look at the whole file, so a file of nothing but faults would take minutes.
      if (cleaning.faultCount > faultsMax) {
        throw new HopelessCss(`has more than ${faultsMax} faults, so none of its rules are used`);
      }
    },
    ...options,
  });
}

const shownMax = 60;

/** Tells that a part is dropped because it is no CSS; always nothing, which stands there instead. */
export function leaveOut(cleaning: CssCleaning, node: CssNode, written: string): [] {
  const text = written.trim().replaceAll(/\s+/g, " ").replace(/;$/, "");
  const shown = text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
  const reason = cleaning.faults.get(node);
  const because = reason === undefined ? "" : ` (${reason})`;
  warnOf(cleaning, `"${shown}" is not valid CSS${because}, so it is left out`, node);
  return [];
}
