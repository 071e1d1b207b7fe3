import type { DraftReplacement, DraftSearch } from "../contract/editor-file-operations.ts";
import { parseDocsPage } from "../docs-edits/docs-page.ts";
import { AppError } from "../platform/errors.ts";
import { BuildProblem, defaultSiteLimits } from "../site/project.ts";
import { sanitizeSvgFile } from "../site/reading.ts";
import { findIcons, readCompletions } from "./completions/read-completions.ts";
import { scanAnchors } from "./completions/scan-anchors.ts";
import { type TreeData, treeOf } from "./draft-tree.ts";
import { readTree } from "./files/read-tree.ts";
import { replaceInTexts } from "./files/replace-in-texts.ts";
import { searchDraft } from "./files/search-draft.ts";
import { changeSettings, presentSettings, type SettingChange } from "./structure/change-settings.ts";
import { createPage, duplicatePage, type NewPageRequest } from "./structure/create-page.ts";
import { indexFiles, type PageFacts } from "./structure/draft-pages.ts";
import { changeFrontmatter, type FrontmatterEdit } from "./structure/edit-frontmatter.ts";
import { type Move, planPageMove } from "./structure/move-page.ts";
import { presentNavigation } from "./structure/read-structure.ts";
import { planPageRemoval, type Removal } from "./structure/remove-page.ts";
import { changeNavigation, type NavigationRequest } from "./structure/store-navigation.ts";

interface TreeInput {
  tree: TreeData;
}

interface PagesInput extends TreeInput {
  facts: PageFacts;
}

const gitSecondsMax = 60;
const open = ({ tree }: TreeInput) => treeOf(tree, AbortSignal.timeout(gitSecondsMax * 1_000));

/** Work on the files of drafts, as calls of the text processes. The processes read committed files from git. */
export const structureCalls = {
  indexFiles,
  readTree: (input: PagesInput) => readTree(open(input), input.facts),
  readNavigation: (input: PagesInput) => presentNavigation(open(input), input.facts),
  readSettings: (input: TreeInput) => presentSettings(open(input)),
  readCompletions: (input: PagesInput) => readCompletions(open(input), input.facts),
  readAnchors: ({ text }: { text: string }) => scanAnchors(text),
  findIcons,
  searchDraft: ({ search, ...input }: TreeInput & { search: DraftSearch }) => searchDraft(open(input), search),
  cleanSvg,
  checkRewrite,
  // These plan changes, which the server stores.
  replaceInTexts: ({ replacement, ...input }: TreeInput & { replacement: DraftReplacement }) =>
    replaceInTexts(open(input), replacement),
  changeNavigation: ({ request, ...input }: PagesInput & { request: NavigationRequest }) =>
    changeNavigation(open(input), input.facts, request),
  changeSettings: ({ change, ...input }: TreeInput & { change: SettingChange }) => changeSettings(open(input), change),
  changeFrontmatter: ({ edit, ...input }: TreeInput & { edit: FrontmatterEdit }) =>
    changeFrontmatter(open(input), edit),
  createPage: ({ page, ...input }: PagesInput & { page: NewPageRequest }) => createPage(open(input), input.facts, page),
  duplicatePage: ({ copy, ...input }: PagesInput & { copy: { path: string; title?: string } }) =>
    duplicatePage(open(input), input.facts, copy),
  movePage: ({ move, ...input }: TreeInput & { move: Move }) => planPageMove(open(input), move),
  removePage: ({ removal, ...input }: TreeInput & { removal: Removal }) => planPageRemoval(open(input), removal),
};

/** Uses the build's sanitizer, so that the committed file is the same as the file that the site serves. */
function cleanSvg(written: Buffer): { bytes: Buffer; isCleaned: boolean } {
  const bytes = sanitizeSvgFile(written, defaultSiteLimits.treeDepthMax);
  // Declarations, spaces and quotes may differ in any case, so only the number of tags is compared.
  return { bytes, isCleaned: countTags(written) !== countTags(bytes) };
}

function countTags(bytes: Buffer): number {
  return bytes.toString("utf8").match(/<[a-z]|\son[a-z]+\s?=|javascript:/gi)?.length ?? 0;
}

/** Throws if a language model has made a page invalid. */
function checkRewrite({ path, before, after }: { path: string; before: string; after: string }): void {
  try {
    parseDocsPage(path, after);
  } catch (error) {
    if (!(error instanceof BuildProblem)) throw error;
    try {
      parseDocsPage(path, before);
    } catch {
      // The page didn't parse before either, so the model isn't to blame.
      return;
    }
    throw new AppError(
      "conflict",
      `The model's text can't be parsed as MDX: ${error.message} Try again, or ask for a smaller change.`,
    );
  }
}
