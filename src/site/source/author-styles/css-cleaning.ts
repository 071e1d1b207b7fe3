import { type CssNode, type ParseOptions, parse, walk } from "css-tree";
import { BuildProblem } from "../../shared/build-problem.ts";
import { oneLine } from "../../shared/html/collapse-whitespace.ts";
import { cutText } from "../../shared/text/shorten.ts";
import type { CssFiles } from "./check-css-url.ts";

/** The state of cleaning one stylesheet: the files it may load, and its problems. */
export interface CssCleaning {
  files: CssFiles;
  problems: BuildProblem[];
  /** The parts that the parser didn't understand, with the reasons. */
  faults: Map<CssNode, string>;
  faultCount: number;
}

/** Thrown if the file is so broken or malicious that none of its rules can be used. */
export class UnusableCss extends Error {}

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
      // Each error costs a scan of the whole file, so a file with nothing but errors would take minutes.
      if (cleaning.faultCount > faultsMax) {
        throw new UnusableCss(`has more than ${faultsMax} errors, so none of its rules are used`);
      }
    },
    ...options,
  });
}

const shownMax = 60;

/** Reports that a part is dropped because it isn't valid CSS. Returns the nodes that replace it: none. */
export function leaveOut(cleaning: CssCleaning, node: CssNode, written: string): [] {
  const shown = cutText(oneLine(written).replace(/;$/, ""), shownMax);
  const reason = cleaning.faults.get(node);
  const because = reason === undefined ? "" : ` (${reason})`;
  warnOf(cleaning, `"${shown}" is not valid CSS${because}, so it is left out`, node);
  return [];
}

/** Text without quotes, braces or escapes can't end the rule it is part of. */
const plainLetters = /^[\w\s%.,:<>=+*/#-]*$/;
const couldLoad = /url|image|src|expression|cross-fade|\/[/*]/i;

/**
 * Whether the parser left a part as raw text that could end a rule or load something; such a part is never written out.
 */
export function hasUnsafeRaw(node: CssNode): boolean {
  let isUnsafe = false;
  walk(node, {
    visit: "Raw",
    enter({ value }) {
      isUnsafe ||= !plainLetters.test(value.replaceAll(/\([\w\s%.,:<>=+*/#-]*\)/g, "")) || couldLoad.test(value);
    },
  });
  return isUnsafe;
}
