import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  type RouteComponent,
  redirect,
} from "@tanstack/react-router";
import { Suspense } from "react";
import { type AnalyticsSearch, readAnalyticsSearch } from "./analytics/analytics-search.ts";
import { meQuery, projectsQuery } from "./api/client.ts";
import { isSignedOut } from "./api/explain-error.ts";
import { findOrganization, organizationPath } from "./api/organization-path.ts";
import { type AssistantTab, analyticsTab, readTab } from "./assistant/assistant-tab.ts";
import { queryClient } from "./query-client.ts";
import {
  type OrganizationTab,
  readOrganizationTab,
  readServerTab,
  readSettingsTab,
  readSetupOutcome,
  type ServerTab,
  type SettingsTab,
  type SetupOutcome,
} from "./settings/settings-tab.ts";
import { LoadingPage, ProblemPage } from "./shell/page-states.tsx";
import { Shell, ShellLoading } from "./shell/shell.tsx";
import { lazyPart } from "./ui/lazy-part.ts";

const Bell = lazyPart(async () => (await import("./notifications/bell.tsx")).Bell);

type Search = Record<string, unknown>;

interface EditorSearch {
  draft?: string | undefined;
  page?: string | undefined;
  /** In the link of a notification about a comment. */
  comments?: "shown";
}

// The router passes unknown search parameters on unchanged, so invalid values are set to undefined here.
function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

const NotFoundPage = lazyRouteComponent(() => import("./shell/not-found-page.tsx"), "NotFoundPage");
/** A page whose address has no search parameters. */
function pageBelow<Parent extends AnyRoute, const Path extends string, const Name extends string>(
  parent: Parent,
  path: Path,
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
) {
  return createRoute({ getParentRoute: () => parent, path, component: lazyRouteComponent(load, name) });
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "sign-in",
  validateSearch: ({ to }: Search): { to?: string | undefined } => ({ to: readText(to) }),
  component: lazyRouteComponent(() => import("./account/sign-in-page.tsx"), "SignInPage"),
});

const resetPassword = pageBelow(
  root,
  "reset-password",
  () => import("./account/reset-password-page.tsx"),
  "ResetPasswordPage",
);
const join = pageBelow(root, "join", () => import("./account/join-page.tsx"), "JoinPage");

/** Pages that require a session. Signing in leads back to the requested page. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: async ({ location }) => {
    try {
      return { me: await queryClient.ensureQueryData(meQuery) };
    } catch (error) {
      throw isSignedOut(error) ? redirect({ to: "/sign-in", search: { to: location.href } }) : error;
    }
  },
  component: () => (
    <Shell
      bell={
        <Suspense fallback={<span className="size-9" />}>
          <Bell />
        </Suspense>
      }
    />
  ),
  pendingComponent: ShellLoading,
  // Shows the empty frame at once. Otherwise, the page would be blank first and then jump.
  pendingMs: 0,
  pendingMinMs: 0,
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: "/",
  beforeLoad: ({ context: { me } }) => {
    const [first] = me.organizations;
    if (first !== undefined) {
      throw redirect({ to: "/$organization", params: { organization: organizationPath(first, me.organizations) } });
    }
  },
  component: lazyRouteComponent(() => import("./shell/not-found-page.tsx"), "NoOrganizationPage"),
});

const account = pageBelow(signedIn, "account", () => import("./account/account-page.tsx"), "AccountPage");

const server = createRoute({
  getParentRoute: () => signedIn,
  path: "server",
  validateSearch: ({ tab }: Search): { tab?: ServerTab | undefined } => ({ tab: readServerTab(tab) }),
  component: lazyRouteComponent(() => import("./settings/server-page.tsx"), "ServerPage"),
});

const organization = createRoute({
  getParentRoute: () => signedIn,
  path: "$organization",
  beforeLoad: ({ context: { me }, params }) => {
    const found = findOrganization(params.organization, me.organizations);
    if (found === undefined) {
      throw notFound();
    }
    if (found.needsSecondFactor) {
      throw redirect({ to: "/account" });
    }
    return { organization: found };
  },
  loader: ({ context }) => queryClient.ensureQueryData(projectsQuery(context.organization.id)),
});

const projects = pageBelow(organization, "/", () => import("./projects/projects-page.tsx"), "ProjectsPage");
// Subdomains never start with a hyphen, so these paths can't collide with a project.
const newProject = pageBelow(organization, "-/new", () => import("./projects/new-project-page.tsx"), "NewProjectPage");

const organizationSettings = createRoute({
  getParentRoute: () => organization,
  path: "-/settings",
  validateSearch: (search: Search): { tab?: OrganizationTab | undefined; outcome?: SetupOutcome | undefined } => ({
    tab: readOrganizationTab(search.tab),
    outcome: readSetupOutcome(search.outcome),
  }),
  component: lazyRouteComponent(() => import("./settings/organization-page.tsx"), "OrganizationPage"),
});

const notifications = createRoute({
  getParentRoute: () => organization,
  path: "-/notifications",
  validateSearch: (search: Search): { project?: string | undefined } => ({ project: readText(search.project) }),
  component: lazyRouteComponent(() => import("./notifications/notifications-page.tsx"), "NotificationsPage"),
});

const project = createRoute({
  getParentRoute: () => organization,
  path: "$domain",
  beforeLoad: async ({ context, params }) => {
    const query = projectsQuery(context.organization.id);
    const { projects: known } = await queryClient.ensureQueryData(query);
    const isKnown = known.some(({ domain }) => domain === params.domain);
    // Someone else may have created the project since the list was fetched.
    const all = isKnown ? known : (await queryClient.fetchQuery({ ...query, staleTime: 0 })).projects;
    const found = all.find(({ domain }) => domain === params.domain);
    if (found === undefined) {
      throw notFound();
    }
    return { project: found };
  },
});

const overview = pageBelow(project, "/", () => import("./projects/overview-page.tsx"), "OverviewPage");
const updates = pageBelow(project, "updates", () => import("./updates/updates-page.tsx"), "UpdatesPage");
const update = pageBelow(project, "updates/$updateId", () => import("./updates/update-page.tsx"), "UpdatePage");
const jobs = pageBelow(project, "jobs", () => import("./jobs/jobs-page.tsx"), "JobsPage");
const job = pageBelow(project, "jobs/$jobId", () => import("./jobs/job-page.tsx"), "JobPage");
const automations = pageBelow(
  project,
  "automations",
  () => import("./automations/automations-page.tsx"),
  "AutomationsPage",
);
const pulls = pageBelow(project, "pulls", () => import("./pulls/pulls-page.tsx"), "PullsPage");
const pull = pageBelow(project, "pulls/$number", () => import("./pulls/pull-page.tsx"), "PullPage");
const keys = pageBelow(project, "keys", () => import("./keys/keys-page.tsx"), "KeysPage");

const editor = createRoute({
  getParentRoute: () => project,
  path: "editor",
  validateSearch: (search: Search): EditorSearch => ({
    draft: readText(search.draft) || undefined,
    page: readText(search.page) || undefined,
    ...(search.comments === "shown" && { comments: "shown" }),
  }),
  component: lazyRouteComponent(() => import("./editor/editor-page.tsx"), "EditorPage"),
});

const newJob = createRoute({
  getParentRoute: () => project,
  path: "jobs/new",
  validateSearch: ({ prompt }: Search): { prompt?: string | undefined } => ({ prompt: readText(prompt) }),
  component: lazyRouteComponent(() => import("./jobs/new-job-page.tsx"), "NewJobPage"),
});

const newPull = createRoute({
  getParentRoute: () => project,
  path: "pulls/new",
  validateSearch: ({ head, base }: Search): { head?: string; base?: string } => ({
    ...(typeof head === "string" && { head }),
    ...(typeof base === "string" && { base }),
  }),
  component: lazyRouteComponent(() => import("./pulls/new-pull-page.tsx"), "NewPullPage"),
});

/** Old addresses of pull requests, `/git/{repository}/pull/{number}`, redirect here. They don't name the organization. */
const oldPull = createRoute({
  getParentRoute: () => signedIn,
  path: "git/$repository/pull/$number",
  beforeLoad: async ({ context: { me }, params: { repository, number } }) => {
    for (const { id } of me.organizations) {
      const { projects: known } = await queryClient.ensureQueryData(projectsQuery(id));
      if (known.some(({ domain, isHosted }) => isHosted && domain === repository)) {
        const params = { organization: id, domain: repository, number };
        throw redirect({ to: "/$organization/$domain/pulls/$number", params, replace: true });
      }
    }
    throw notFound();
  },
});

const assistant = createRoute({
  getParentRoute: () => project,
  path: "assistant",
  validateSearch: ({ tab }: Search): { tab?: AssistantTab | undefined } => ({ tab: readTab(tab) }),
  beforeLoad: ({ search, params }) => {
    const tab = analyticsTab(search.tab);
    if (tab !== undefined) {
      throw redirect({ to: "/$organization/$domain/analytics", params, search: { tab }, replace: true });
    }
  },
  component: lazyRouteComponent(() => import("./assistant/assistant-page.tsx"), "AssistantPage"),
});

const analytics = createRoute({
  getParentRoute: () => project,
  path: "analytics",
  validateSearch: (search: Search): AnalyticsSearch => readAnalyticsSearch(search),
  component: lazyRouteComponent(() => import("./analytics/analytics-page.tsx"), "AnalyticsPage"),
});

const settings = createRoute({
  getParentRoute: () => project,
  path: "settings",
  validateSearch: ({ tab }: Search): { tab?: SettingsTab | undefined } => ({ tab: readSettingsTab(tab) }),
  component: lazyRouteComponent(() => import("./settings/settings-page.tsx"), "SettingsPage"),
});

const routeTree = root.addChildren([
  signIn,
  resetPassword,
  join,
  signedIn.addChildren([
    home,
    account,
    server,
    oldPull,
    organization.addChildren([
      projects,
      newProject,
      organizationSettings,
      notifications,
      project.addChildren([
        overview,
        editor,
        updates,
        update,
        jobs,
        newJob,
        job,
        automations,
        pulls,
        newPull,
        pull,
        analytics,
        assistant,
        keys,
        settings,
      ]),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: "/dashboard",
  defaultPreload: "intent",
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: ProblemPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
