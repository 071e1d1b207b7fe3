import { posix } from "node:path";
import { unifiedDiff } from "../../agent/unified-diff.ts";
import { isPageFile, titleFromSlug } from "../../site/project.ts";
import { readFrontmatter, splitFrontmatter } from "../../site/reading.ts";

const patchLengthMax = 200_000;
const frontmatterBytesMax = 100_000;

/** Two versions of a file. A text of undefined means that the file doesn't exist. */
export interface TextPair {
  path: string;
  /** The path of the old version, if the file was moved. */
  movedFrom?: string | undefined;
  before: string | undefined;
  after: string | undefined;
  /** Whether the file isn't a text, so that only its title is described. */
  isMedia: boolean;
}

interface DescribedText {
  title: string;
  /** The old title of the page, if it has changed. */
  titleBefore?: string;
  additions: number;
  deletions: number;
  patch?: string;
  /** Whether the patch was left out because of its length. */
  isLong: boolean;
}

/** The title of a changed file, and its changes as a patch. */
export function describeText({ path, movedFrom = path, before, after, isMedia }: TextPair): DescribedText {
  const title = titleOf(path, after ?? before);
  const titleBefore = before === undefined ? title : titleOf(movedFrom, before);
  const patch = isMedia ? "" : unifiedDiff(before, after);
  const lines = patch.split("\n");
  const isLong = patch.length > patchLengthMax;
  return {
    title,
    ...(titleBefore !== title && isPageFile(path) && { titleBefore }),
    additions: lines.filter((line) => line.startsWith("+")).length,
    deletions: lines.filter((line) => line.startsWith("-")).length,
    ...(patch !== "" && !isLong && { patch }),
    isLong,
  };
}

/** The title in the navigation, or the file name for files that aren't pages. */
function titleOf(path: string, text: string | undefined): string {
  if (path === "docs.json") return "Navigation and settings";
  if (!isPageFile(path)) return posix.basename(path);
  const { yaml } = splitFrontmatter(text ?? "");
  const { title } = readFrontmatter(yaml, path, frontmatterBytesMax).frontmatter;
  return title ?? titleFromSlug(path.replace(/\.mdx?$/, ""));
}
