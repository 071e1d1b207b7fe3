import type { Project } from "../../projects/store.ts";
import { html, type SafeHtml } from "../../site/ground/html/html-template.ts";
import type { PullRequestDetails } from "../describe-pull-request.ts";
import type { PullRequest } from "../pull-request.ts";
import { pullRequestPath } from "../pull-request-url.ts";
import type { PageVisitor } from "./find-visitor.ts";

export interface SeenPullRequest {
  project: Project;
  pullRequest: PullRequest;
  details: PullRequestDetails;
  visitor: PageVisitor;
}

/** What there is to know before merging, and what may be done. */
export function actionsView(page: SeenPullRequest): SafeHtml {
  const { pullRequest, details } = page;
  const { previewUrl } = details;
  return html`<section class="card"><h2>Preview</h2>${
    previewUrl === undefined
      ? html`<p class="quiet">${pullRequest.status === "open" ? "The branch is not published yet; look again in a moment." : "The preview is gone with the pull request."}</p>`
      : html`<p><a class="button" href="${previewUrl}">Open the preview</a></p>`
  }${checksView(page)}</section>
<section class="card"><h2>${pullRequest.status === "open" ? "Merge" : "State"}</h2>${stateView(page)}</section>`;
}

function checksView({ details }: SeenPullRequest): SafeHtml | false {
  return (
    details.statuses.length > 0 &&
    html`<ul class="checks">${details.statuses.map(
      ({ state, context, description, url }) =>
        html`<li><span class="dot ${state}" aria-hidden="true"></span><span>${
          url === "" ? html`${context}` : html`<a href="${url}">${context}</a>`
        }: ${state}. ${description}</span></li>`,
    )}</ul>`
  );
}

function stateView(page: SeenPullRequest): SafeHtml {
  const { project, pullRequest, details, visitor } = page;
  const path = pullRequestPath(project, pullRequest.number);
  const { status, isDraft, base, headSha, endedBy } = pullRequest;
  const form = (action: string, label: string, look = "") =>
    visitor.canWrite &&
    html`<form method="post" action="${path}/${action}"><input type="hidden" name="sha" value="${headSha}"><button class="${look}">${label}</button></form>`;
  if (status !== "open") {
    const by = endedBy === null ? "by a push" : `by ${endedBy}`;
    return html`<p>It was ${status} ${by}.</p>${status === "closed" && form("reopen", "Open it again")}`;
  }
  if (!visitor.canWrite) {
    return html`<p class="quiet">You may read this, but not merge it.</p>`;
  }
  if (isDraft) {
    return html`<p>It is a draft: its author does not want it merged yet.</p>${form("ready", "Mark as ready", "primary")}${form("close", "Close")}`;
  }
  if (details.conflicts.length > 0) {
    return html`<p>Both branches change the same lines of:</p><ul class="conflicts">${details.conflicts.map((file) => html`<li><code>${file}</code></li>`)}</ul><p class="quiet">Merge <code>${base}</code> into the branch, solve the conflicts and push.</p>${form("close", "Close")}`;
  }
  return html`<p>It fits <code>${base}</code> as it is. Merging publishes it.</p>${form("merge", "Merge", "primary")}${form("squash", "Squash and merge")}${form("close", "Close")}`;
}
