import type { DraftReplacement, DraftSearch } from "../../contract/editor-file-operations.ts";
import { findIcons, readCompletions } from "../completions/read-completions.ts";
import { scanAnchors } from "../completions/scan-anchors.ts";
import { type TreeData, treeOf } from "../draft-tree.ts";
import { cleanSvg } from "../files/clean-svg.ts";
import { readTree } from "../files/read-tree.ts";
import { replaceInTexts } from "../files/replace-in-texts.ts";
import { searchDraft } from "../files/search-draft.ts";
import { changeSettings, presentSettings, type SettingChange } from "./change-settings.ts";
import { checkRewrite } from "./check-rewrite.ts";
import { createPage, duplicatePage, type NewPageRequest } from "./create-page.ts";
import { indexFiles, type PageFacts } from "./draft-pages.ts";
import { changeFrontmatter, type FrontmatterEdit } from "./edit-frontmatter.ts";
import { type Move, planPageMove } from "./move-page.ts";
import { presentNavigation } from "./read-structure.ts";
import { planPageRemoval, type Removal } from "./remove-page.ts";
import { changeNavigation, type NavigationRequest } from "./store-navigation.ts";

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
