import type { Commit } from "../../git/read-commit.ts";
import { isoTime } from "../../platform/clock.ts";
import { html, type SafeHtml } from "../../site/ground/html/html-template.ts";
import type { PullRequestComment } from "../pull-request.ts";
import { pullRequestPath } from "../pull-request-url.ts";
import { actionsView, type SeenPullRequest } from "./actions-view.ts";
import { counts, type DiffLayout, diffView } from "./diff-view.ts";
import { fileTree } from "./file-tree.ts";
import { pageDocument } from "./page-document.ts";
import { renderMarkdown } from "./render-markdown.ts";

export interface PullRequestPage extends SeenPullRequest {
  comments: PullRequestComment[];
  layout: DiffLayout;
  /** Why what was asked for was not done. */
  problem?: string | undefined;
}

const treeFilesMin = 6;

/** All of a pull request on one page. */
export function pullRequestPage(page: PullRequestPage): string {
  const { project, pullRequest, details, visitor } = page;
  const path = pullRequestPath(project, pullRequest.number);
  const { files } = details.diff;
  const main = html`
${headView(page)}
${page.problem !== undefined && html`<p class="problem" role="alert">${page.problem}</p>`}
<div class="columns">
<div class="story">
<section aria-labelledby="description"><h2 id="description">Description</h2>
<div class="prose">${pullRequest.body.trim() === "" ? html`<p class="quiet">There is none.</p>` : renderMarkdown(pullRequest.body)}</div></section>
${commitsView(details.commits)}
${commentsView(page.comments)}
</div>
<aside class="side" aria-label="State">${actionsView(page)}</aside>
</div>
<section class="changes" aria-labelledby="changes">
<div class="changes-head"><h2 id="changes">Changes</h2>${totals(page)}${layoutLinks(path, page.layout)}</div>
${details.isCut && html`<p class="quiet">There is more than this page shows; fetch the branch to see all of it.</p>`}
<div class="${files.length >= treeFilesMin ? "with-tree" : ""}">${files.length >= treeFilesMin && fileTree(files)}${diffView(files, page.layout)}</div>
</section>`;
  return pageDocument({
    title: `${pullRequest.title} · #${pullRequest.number} · ${project.name}`,
    main,
    visitor: { name: visitor.name, signOutPath: visitor.actor.kind === "key" ? `${path}/sign-out` : undefined },
  });
}

function headView({ project, pullRequest }: PullRequestPage): SafeHtml {
  const { title, number, status, isDraft, author, head, base, createdAt, labels } = pullRequest;
  const word = status === "open" && isDraft ? "draft" : status;
  return html`<header class="head">
<p class="eyebrow">${project.name}</p>
<h1>${title} <span class="number-sign">#${number}</span></h1>
<p class="facts"><span class="status ${word}">${word}</span><span>${author} wants to bring <code>${head}</code> into <code>${base}</code></span><span>${timeView(createdAt)}</span>${labels.map((label) => html`<span class="label">${label}</span>`)}</p>
</header>`;
}

function commitsView(commits: readonly Commit[]): SafeHtml {
  return html`<section aria-labelledby="commits"><h2 id="commits">Commits</h2><ol class="commits">${commits.map(
    ({ sha, message, authorName, authoredAt }) =>
      html`<li><span class="subject">${subjectOf(message)}</span><span class="by">${authorName} · ${timeView(authoredAt)}</span><code>${sha.slice(0, 7)}</code></li>`,
  )}</ol></section>`;
}

function commentsView(comments: readonly PullRequestComment[]): SafeHtml | false {
  return (
    comments.length > 0 &&
    html`<section aria-labelledby="comments"><h2 id="comments">Comments</h2>${comments.map(
      ({ author, body, updatedAt }) =>
        html`<article class="comment"><p class="by">${author} · ${timeView(updatedAt)}</p><div class="prose">${renderMarkdown(body)}</div></article>`,
    )}</section>`
  );
}

function totals({ details }: PullRequestPage): SafeHtml {
  const { files } = details.diff;
  const sum = (name: "additions" | "deletions") => files.reduce((total, file) => total + file[name], 0);
  return html`<span class="totals">${files.length} ${files.length === 1 ? "file" : "files"} ${counts({ additions: sum("additions"), deletions: sum("deletions") })}</span>`;
}

/** Without a choice the width of the window decides, and so does which link is shown as chosen. */
function layoutLinks(path: string, layout: DiffLayout): SafeHtml {
  const link = (name: "inline" | "split", label: string) =>
    html`<a href="${path}?view=${name}#changes" class="for-${name}"${layout === name && html` aria-current="true"`}>${label}</a>`;
  return html`<nav class="layouts ${layout === "both" ? "by-width" : ""}" aria-label="How changes are shown">${link("inline", "Inline")}${link("split", "Side by side")}</nav>`;
}

function timeView(milliseconds: number): SafeHtml {
  const time = isoTime(milliseconds);
  return html`<time datetime="${time}">${time.slice(0, 10)} ${time.slice(11, 16)} UTC</time>`;
}

function subjectOf(message: string): string {
  return message.split("\n", 1)[0] ?? "";
}
