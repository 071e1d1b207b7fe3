import { posix } from "node:path";
import { count } from "../../contract/count.ts";
import type { ChangedDraftFile } from "../../contract/editor-publish-operations.ts";
import { draftTitleLengthMax } from "../../contract/editor-schemas.ts";
import { cutText } from "../../platform/cut-text.ts";
import { isPageFile, titleFromSlug } from "../../site/project.ts";

type Change = Pick<ChangedDraftFile, "path" | "change" | "movedFrom" | "title"> & {
  /** The old title of the page, if the draft changed the title. */
  titleBefore?: string | undefined;
};

const listedMax = 50;

/** Suggests a title and a description from the draft's changes, using the titles of its pages. */
export function suggestText(changes: readonly Change[]): { title: string; message: string } {
  if (changes.length === 0) {
    return { title: "", message: "" };
  }
  // Adding a page also changes the navigation and often adds an image, but only the page matters for the title.
  const pages = changes.filter(({ path }) => isPageFile(path));
  const title = titleOf(pages.length === 0 ? changes : pages, pages.length === 0 ? "file" : "page");
  if (changes.length === 1) {
    return { title: cut(title), message: "" };
  }
  const lines = changes.slice(0, listedMax).map((change) => `- ${sentence(change)}`);
  const others = changes.length - lines.length;
  const more = others === 0 ? [] : [`- ${count(others, "more file")}`];
  return { title: cut(title), message: [...lines, ...more].join("\n") };
}

const verbs = { added: "Add", modified: "Update", removed: "Remove", renamed: "Move" } as const;

function titleOf(changes: readonly Change[], noun: "page" | "file"): string {
  const [first, second] = changes;
  if (first === undefined) return "";
  if (second === undefined) return sentence(first);
  const kinds = new Set(changes.map(({ change }) => change));
  if (kinds.size > 1) {
    return `Change ${count(changes.length, noun)}${place(changes, "in")}`;
  }
  const verb = verbs[first.change];
  if (changes.length === 2 && first.change !== "added") return `${verb} ${first.title} and ${second.title}`;
  const preposition = { added: "to", modified: "in", removed: "from", renamed: "in" } as const;
  return `${verb} ${count(changes.length, noun)}${place(changes, preposition[first.change])}`;
}

function sentence({ path, change, title, titleBefore, movedFrom }: Change): string {
  if (path === "docs.json") return "Change the navigation and settings";
  if (change === "renamed") {
    const isMoved = movedFrom !== undefined && posix.dirname(movedFrom) !== posix.dirname(path);
    const folder = folderTitle(path);
    if (isMoved && titleBefore === undefined) return `Move ${title}${folder === "" ? "" : ` to ${folder}`}`;
    return `Rename ${titleBefore ?? title} to ${titleBefore === undefined ? posix.basename(path) : title}`;
  }
  if (change === "modified" && titleBefore !== undefined) return `Rename ${titleBefore} to ${title}`;
  return `${verbs[change]} ${title}`;
}

/** Text such as ` to Guides`, if all pages are in one folder. */
function place(changes: readonly Change[], preposition: string): string {
  const folders = new Set(changes.map(({ path }) => folderTitle(path)));
  const [folder = ""] = folders;
  return folders.size === 1 && folder !== "" ? ` ${preposition} ${folder}` : "";
}

function folderTitle(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? "" : titleFromSlug(folder);
}

function cut(title: string): string {
  return cutText(title.replaceAll(/\s+/g, " ").trim(), draftTitleLengthMax);
}
