import { parseDocument } from "yaml";
import { BuildProblem } from "../build-problem.ts";
import { quickFrontmatter } from "./quick-frontmatter.ts";

/** What a page says about itself. Keys without a meaning for us are kept out; meta tags come later. */
export interface Frontmatter {
  title?: string;
  sidebarTitle?: string;
  description?: string;
  tag?: string;
  icon?: string;
  mode?: string;
  url?: string;
  keywords: string[];
  groups: string[];
  hidden?: boolean;
  noindex?: boolean;
  searchable?: boolean;
  deprecated?: boolean;
  hideFooterPagination?: boolean;
  boost?: number;
  lastUpdatedDate?: string;
  /** `[file] METHOD /path` or `[file] webhook name`: the operation of an API description that the page shows. */
  openapi?: string;
  /** `[file] Name`: the model that the page shows. */
  "openapi-schema"?: string;
  asyncapi?: string;
  /** `POST /path` of a page whose fields are written by hand. */
  api?: string;
  authMethod?: string;
  playground?: string;
  hideApiMarker?: boolean;
}

/** Reads the YAML above a page. A fault in it costs the frontmatter and not the page. */
export function readFrontmatter(
  yaml: string | undefined,
  file: string,
  bytesMax: number,
): { frontmatter: Frontmatter; problems: BuildProblem[] } {
  if (yaml === undefined) return { frontmatter: { keywords: [], groups: [] }, problems: [] };
  if (yaml.length > bytesMax) {
    const problem = new BuildProblem(`the frontmatter is larger than ${bytesMax} bytes`, { file, line: 1 });
    return { frontmatter: { keywords: [], groups: [] }, problems: [problem] };
  }
  const quick = quickFrontmatter(yaml);
  if (quick !== undefined) return { frontmatter: pick(quick), problems: [] };
  try {
    return { frontmatter: pick(parseYaml(yaml, file)), problems: [] };
  } catch (error) {
    if (error instanceof BuildProblem) return { frontmatter: { keywords: [], groups: [] }, problems: [error] };
    throw error;
  }
}

function parseYaml(yaml: string, file: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    const document = parseDocument(yaml, { uniqueKeys: false, prettyErrors: true, logLevel: "silent" });
    const [fault] = document.errors;
    if (fault !== undefined) {
      // The block starts on the second line of the file, after the dashes.
      const line = (fault.linePos?.[0].line ?? 0) + 1;
      throw new BuildProblem(`the frontmatter is not valid YAML: ${fault.message.split("\n")[0]}`, {
        file,
        line,
        hint: "quote values that hold a colon, a hash or a quote",
      });
    }
    // An alias can repeat a value a billion times; no page needs one.
    parsed = document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    if (error instanceof BuildProblem) throw error;
    throw new BuildProblem("the frontmatter uses YAML aliases or is nested too deep", {
      file,
      line: 1,
      hint: "write the values out, without & and *",
    });
  }
  return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
    ? (parsed as Record<string, unknown>)
    : {};
}

function pick(values: Record<string, unknown>): Frontmatter {
  const frontmatter: Frontmatter = { keywords: textList(values, "keywords"), groups: textList(values, "groups") };
  for (const key of [
    "title",
    "sidebarTitle",
    "description",
    "tag",
    "icon",
    "mode",
    "url",
    "lastUpdatedDate",
    "openapi",
    "openapi-schema",
    "asyncapi",
    "api",
    "authMethod",
    "playground",
  ] as const) {
    const value = own(values, key);
    if (typeof value === "string" && value.trim() !== "") frontmatter[key] = value.trim();
    else if (typeof value === "number" || typeof value === "boolean") frontmatter[key] = String(value);
  }
  for (const key of [
    "hidden",
    "noindex",
    "searchable",
    "deprecated",
    "hideFooterPagination",
    "hideApiMarker",
  ] as const) {
    const value = own(values, key);
    if (typeof value === "boolean") frontmatter[key] = value;
  }
  const boost = own(values, "boost");
  if (typeof boost === "number") frontmatter.boost = Math.min(Math.max(boost, boostMin), boostMax);
  return frontmatter;
}

const boostMin = 0.1;
const boostMax = 10;

function textList(values: Record<string, unknown>, key: string): string[] {
  const value = own(values, key);
  return (Array.isArray(value) ? value : []).filter((item): item is string => typeof item === "string");
}

function own(values: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
