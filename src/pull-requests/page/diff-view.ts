import type { FileChange } from "../../git/diff-commits.ts";
import { html, type SafeHtml } from "../../site/ground/html/html-template.ts";
import { createHighlighter } from "../../site/page/code/highlight.ts";
import { type ColouredHunk, colourHunk } from "../diff/colour-hunk.ts";
import { type Hunk, type PatchLine, parsePatch } from "../diff/parse-patch.ts";
import { colourLine } from "./colour-line.ts";

/** `both` leaves it to the width of the window. */
export type DiffLayout = "inline" | "split" | "both";

const highlightLengthMax = 20_000;
const linesMax = 4_000;
const highlight = createHighlighter(highlightLengthMax);

/** The files of a pull request, one after the other. Past a number of lines, files are only named. */
export function diffView(files: readonly FileChange[], layout: DiffLayout): SafeHtml {
  let lines = 0;
  return html`<div class="files">${files.map((file, index) => {
    const hunks = parsePatch(file.patch ?? "");
    lines += hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    return fileView(
      file,
      index,
      lines > linesMax ? html`<p class="quiet">${tooLong}</p>` : fileBody(file, hunks, layout),
    );
  })}</div>`;
}

const tooLong = "This diff is too long to be shown here. Fetch the branch to see it.";

/** Where a link in the list of files leads. */
export function fileAnchor(index: number): string {
  return `file-${index + 1}`;
}

function fileView(file: FileChange, index: number, body: SafeHtml): SafeHtml {
  const name =
    file.previousPath === undefined
      ? html`${file.path}`
      : html`<span class="quiet">${file.previousPath} →</span> ${file.path}`;
  return html`<details class="file" id="${fileAnchor(index)}" open>
<summary><span class="file-name">${name}</span><span class="file-status">${file.status}</span>${counts(file)}</summary>
${body}
</details>`;
}

export function counts({ additions, deletions }: Pick<FileChange, "additions" | "deletions">): SafeHtml {
  return html`<span class="counts"><span class="plus">+${additions}</span> <span class="minus">−${deletions}</span></span>`;
}

function fileBody({ path, isBinary, status, patch }: FileChange, hunks: readonly Hunk[], layout: DiffLayout): SafeHtml {
  if (hunks.length === 0) {
    return html`<p class="quiet">${whyEmpty(isBinary, status, patch)}</p>`;
  }
  const language = path.split(".").at(-1)?.toLowerCase() ?? "";
  const coloured = hunks.map((hunk) => colourHunk(hunk, (code) => highlight(code, language)));
  return html`${layout !== "split" && table("inline", "Changes, one line after the other", coloured.map(inlineRows))}${
    layout !== "inline" && table("split", "Changes, before and after side by side", coloured.map(splitRows))
  }`;
}

function whyEmpty(isBinary: boolean, status: FileChange["status"], patch: string | undefined): string {
  if (isBinary) {
    return "This file is not text.";
  }
  return status === "renamed" || patch !== undefined ? "Its text did not change." : "There are no lines to show.";
}

function table(kind: "inline" | "split", caption: string, rows: readonly SafeHtml[]): SafeHtml {
  return html`<table class="diff ${kind}"><caption class="unseen">${caption}</caption>${columns[kind]}<tbody>${[...rows]}</tbody></table>`;
}

const columns = {
  inline: html`<colgroup><col class="number before"><col class="number"><col class="sign"><col></colgroup>`,
  split: html`<colgroup><col class="number"><col><col class="number"><col></colgroup>`,
};

/** Of a file that is new or gone there is only one place. */
function placeRow({ before, after, place }: Hunk): SafeHtml | false {
  const isPart = before > 0 && after > 0;
  return (
    isPart &&
    html`<tr class="place"><td colspan="4">Line ${before} → ${after}${place !== "" && html` · ${place}`}</td></tr>`
  );
}

function inlineRows(hunk: ColouredHunk): SafeHtml {
  return html`${placeRow(hunk)}${hunk.lines.map(
    (line) =>
      html`<tr class="${line.kind}"><td class="number before">${line.before}</td><td class="number">${line.after}</td><td class="sign">${signOf(line)}</td><td class="code">${colourLine(hunk.runsOf(line))}</td></tr>`,
  )}`;
}

function splitRows(hunk: ColouredHunk): SafeHtml {
  return html`${placeRow(hunk)}${hunk.pairs.map(
    ({ left, right }) => html`<tr>${cell(hunk, left, "before")}${cell(hunk, right, "after")}</tr>`,
  )}`;
}

function cell(hunk: ColouredHunk, line: PatchLine | undefined, side: "before" | "after"): SafeHtml {
  if (line === undefined) {
    return html`<td class="number none"></td><td class="code none"></td>`;
  }
  return html`<td class="number ${line.kind}">${line[side]}</td><td class="code ${line.kind}">${unseenSign(line)}${colourLine(hunk.runsOf(line))}</td>`;
}

function signOf({ kind }: PatchLine): SafeHtml | string {
  if (kind === "same") {
    return "";
  }
  return kind === "added"
    ? html`<span aria-hidden="true">+</span><span class="unseen">added</span>`
    : html`<span aria-hidden="true">−</span><span class="unseen">removed</span>`;
}

function unseenSign({ kind }: PatchLine): SafeHtml | false {
  return kind !== "same" && html`<span class="unseen">${kind}: </span>`;
}
