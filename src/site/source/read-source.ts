import { type ProblemRecord, problemToRecord } from "../ground/build-problem.ts";
import type { SiteLimits } from "../ground/site-limits.ts";
import type { Frontmatter } from "./frontmatter.ts";
import { leadingHeading } from "./leading-heading.ts";
import { findKeyLines, type KeyLines, readFrontmatter } from "./read-frontmatter.ts";
import { scanIncludes } from "./resolve-include.ts";
import { hashBody, splitFrontmatter } from "./split-frontmatter.ts";

/** Everything a build wants to know of a text before it is rendered. Plain data: it is remembered between builds. */
export interface SourceFacts {
  bodyHash: string;
  firstLine: number;
  frontmatter: Frontmatter;
  /** The heading of the first rank that the text begins with. */
  heading?: string | undefined;
  keyLines?: KeyLines | undefined;
  problems: ProblemRecord[];
  /** Paths that the text may include, whether they exist or not. */
  includes: string[];
  /** Those of them that stand outside of code samples. */
  imports: string[];
}

export function readSource(file: string, text: string, limits: SiteLimits): SourceFacts {
  const page = splitFrontmatter(text);
  const { frontmatter, problems } = readFrontmatter(page.yaml, file, limits.frontmatterBytesMax);
  const includes = scanIncludes(file, text);
  return {
    bodyHash: hashBody(page),
    firstLine: page.firstLine,
    frontmatter,
    heading: leadingHeading(page.body, file.endsWith(".mdx") ? "mdx" : "md"),
    keyLines: findKeyLines(page.yaml),
    problems: problems.map(problemToRecord),
    includes,
    imports: includes.length === 0 ? [] : scanIncludes(file, withoutFences(text)),
  };
}

/** An import inside a code sample includes nothing, so it must not turn the page it names into a snippet. */
function withoutFences(text: string): string {
  return text.includes("```") ? text.replaceAll(/^([ \t]*)(`{3,})[^\n]*\n[\s\S]*?^[ \t]*\2`*[ \t]*$/gm, "") : text;
}
