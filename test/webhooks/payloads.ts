/**
 * Payloads as the hosts document them, shortened to the relevant fields. GitHub: "Webhook events and payloads"; GitLab:
 * "Webhook events".
 */
type Json = Record<string, unknown>;

export const githubRepository = "https://github.com/Codertocat/Hello-World";
export const gitlabRepository = "https://gitlab.example.com/mike/diaspora";
export const noCommit = "0".repeat(40);

const githubRepositoryFields = {
  id: 186853002,
  name: "Hello-World",
  full_name: "Codertocat/Hello-World",
  private: false,
  owner: { name: "Codertocat", login: "Codertocat", id: 21031067 },
  html_url: githubRepository,
  url: githubRepository,
  git_url: "git://github.com/Codertocat/Hello-World.git",
  ssh_url: "git@github.com:Codertocat/Hello-World.git",
  clone_url: `${githubRepository}.git`,
  default_branch: "master",
  topics: [],
};

const githubSender = {
  login: "Codertocat",
  id: 21031067,
  avatar_url: "https://avatars1.githubusercontent.com/u/21031067?v=4",
  html_url: "https://github.com/Codertocat",
  type: "User",
  site_admin: false,
};

export function githubPush(changes: Json = {}): Json {
  return {
    ref: "refs/heads/main",
    before: "6113728f27ae82c7b1a177c8d03f9e96e0adf246",
    after: "7a8b2d0c6f1d4b9aa63c2f2d5bb0b9a3f1f0e7c1",
    created: false,
    deleted: false,
    forced: false,
    base_ref: null,
    compare: "https://github.com/Codertocat/Hello-World/compare/6113728f27ae...7a8b2d0c6f1d",
    commits: [
      { id: "7a8b2d0c6f1d4b9aa63c2f2d5bb0b9a3f1f0e7c1", message: "Say it better", added: [], modified: ["a.md"] },
    ],
    head_commit: { id: "7a8b2d0c6f1d4b9aa63c2f2d5bb0b9a3f1f0e7c1", message: "Say it better" },
    repository: githubRepositoryFields,
    pusher: { name: "Codertocat", email: "21031067+Codertocat@users.noreply.github.com" },
    sender: githubSender,
    ...changes,
  };
}

export function githubDelete(ref: string, refType: string): Json {
  return {
    ref,
    ref_type: refType,
    pusher_type: "user",
    repository: githubRepositoryFields,
    sender: githubSender,
  };
}

export function githubPullRequest(action: string, branch: string, cloneUrl: string | null): Json {
  return {
    action,
    number: 2,
    pull_request: {
      state: action === "closed" ? "closed" : "open",
      title: "Update the README with new information.",
      head: { label: `Codertocat:${branch}`, ref: branch, repo: cloneUrl === null ? null : { clone_url: cloneUrl } },
      base: { label: "Codertocat:main", ref: "main", repo: githubRepositoryFields },
      merged: action === "closed",
    },
    repository: githubRepositoryFields,
    sender: githubSender,
  };
}

const installation = {
  id: 957387,
  account: { login: "Codertocat", id: 21031067, html_url: "https://github.com/Codertocat", type: "User" },
  repository_selection: "selected",
  html_url: "https://github.com/settings/installations/957387",
  app_id: 29310,
  permissions: { contents: "write", metadata: "read" },
};

export function githubInstallation(action: string, ...names: string[]): Json {
  return { action, installation, repositories: repositoryList(names), sender: githubSender };
}

export function githubInstallationRepositories(action: string, ...names: string[]): Json {
  return {
    action,
    installation,
    repository_selection: "selected",
    repositories_added: action === "added" ? repositoryList(names) : [],
    repositories_removed: action === "removed" ? repositoryList(names) : [],
    requester: githubSender,
    sender: githubSender,
  };
}

function repositoryList(names: string[]): Json[] {
  return names.map((name) => ({ id: 186853002, name: name.split("/")[1], full_name: name, private: false }));
}

export const githubPing: Json = {
  zen: "Anything added dilutes everything else.",
  hook_id: 109948940,
  hook: { type: "Repository", id: 109948940, name: "web", active: true, events: ["push"] },
  repository: githubRepositoryFields,
  sender: githubSender,
};

const gitlabProject = {
  id: 15,
  name: "Diaspora",
  description: "",
  web_url: gitlabRepository,
  avatar_url: null,
  git_ssh_url: "git@gitlab.example.com:mike/diaspora.git",
  git_http_url: `${gitlabRepository}.git`,
  namespace: "Mike",
  path_with_namespace: "mike/diaspora",
  default_branch: "master",
};

export function gitlabPush(changes: Json = {}): Json {
  return {
    object_kind: "push",
    event_name: "push",
    before: "95790bf891e76fee5e1747ab589903a6a1f80f22",
    after: "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
    ref: "refs/heads/main",
    ref_protected: true,
    checkout_sha: "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
    user_id: 4,
    user_name: "John Smith",
    user_username: "jsmith",
    user_email: "john@example.com",
    user_avatar: "https://s.gravatar.com/avatar/d4c74594d841139328695756648b6bd6?s=80",
    project_id: 15,
    project: gitlabProject,
    commits: [],
    total_commits_count: 4,
    ...changes,
  };
}

export function gitlabMergeRequest(
  action: string | undefined,
  branch: string,
  source: Json | null = gitlabProject,
): Json {
  return {
    object_kind: "merge_request",
    event_type: "merge_request",
    user: { id: 1, name: "Administrator", username: "root" },
    project: gitlabProject,
    object_attributes: {
      id: 99,
      iid: 1,
      target_branch: "main",
      source_branch: branch,
      source,
      target: gitlabProject,
      state: "merged",
      ...(action === undefined ? {} : { action }),
    },
  };
}

interface Said {
  number: number;
  id: number;
  login: string;
  body: string;
}

/** A comment on an issue, or on a pull request if `issue.pull_request` is set. */
export function githubComment(repository: Json, { number, id, login, body }: Said): Json {
  const issue = { number, title: "Wording", body: "It is unclear.", pull_request: undefined as Json | undefined };
  const comment = { id, body, user: { login, type: "User" }, author_association: "MEMBER" };
  return { action: "created", issue, comment, repository: { ...githubRepositoryFields, ...repository } };
}

/** A comment on a line of a diff. */
export function githubLineComment(repository: Json, { number, id, login, body }: Said): Json {
  const hunk = "@@ -2,3 +2,3 @@\n title: Start\n-How to begin.\n+How to begin: now.";
  const place = { path: "guides/start.mdx", line: 5, diff_hunk: hunk, in_reply_to_id: null };
  const comment = { id, body, user: { login, type: "User" }, ...place };
  const pull = { number, title: "Say when", body: "" };
  return { action: "created", pull_request: pull, comment, repository: { ...githubRepositoryFields, ...repository } };
}

export function githubCheckRun(
  repository: Json,
  { branch, sha, name, summary }: { branch: string; sha?: string; name: string; summary: string },
): Json {
  const check_run = {
    id: 4,
    name,
    status: "completed",
    conclusion: "failure",
    html_url: "https://github.com/Codertocat/Hello-World/runs/4",
    output: { title: "Failed", summary, text: null },
    ...(sha !== undefined && { head_sha: sha }),
    check_suite: { head_branch: branch },
  };
  return { action: "completed", check_run, repository: { ...githubRepositoryFields, ...repository } };
}
