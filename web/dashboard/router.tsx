import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { isSignedOut } from "./api/explain-error.ts";
import { findOrganization, organizationPath } from "./api/organization-path.ts";
import { meQuery, projectsQuery } from "./api/queries.ts";
import { queryClient } from "./api/query-client.ts";
import { type AssistantTab, readTab } from "./assistant/assistant-tab.ts";
import {
  type OrganizationTab,
  readOrganizationTab,
  readSettingsTab,
  readSetupOutcome,
  type SettingsTab,
  type SetupOutcome,
} from "./settings/settings-tab.ts";
import { LoadingPage, NotFoundPage, ProblemPage } from "./shell/page-states.tsx";
import { Shell } from "./shell/shell.tsx";

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "sign-in",
  validateSearch: (search: Record<string, unknown>): { to?: string } =>
    typeof search.to === "string" ? { to: search.to } : {},
  component: lazyRouteComponent(() => import("./account/sign-in-page.tsx"), "SignInPage"),
});

const join = createRoute({
  getParentRoute: () => root,
  path: "join",
  component: lazyRouteComponent(() => import("./account/join-page.tsx"), "JoinPage"),
});

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
  component: Shell,
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
  component: lazyRouteComponent(() => import("./account/no-organization-page.tsx"), "NoOrganizationPage"),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: "account",
  component: lazyRouteComponent(() => import("./account/account-page.tsx"), "AccountPage"),
});

const organization = createRoute({
  getParentRoute: () => signedIn,
  path: "$organization",
  beforeLoad: ({ context: { me }, params }) => {
    const found = findOrganization(params.organization, me.organizations);
    if (found === undefined) {
      throw notFound();
    }
    return { organization: found };
  },
  loader: ({ context }) => queryClient.ensureQueryData(projectsQuery(context.organization.id)),
});

const projects = createRoute({
  getParentRoute: () => organization,
  path: "/",
  component: lazyRouteComponent(() => import("./projects/projects-page.tsx"), "ProjectsPage"),
});

// Subdomains never start with a hyphen, so these paths can't collide with a project.
const newProject = createRoute({
  getParentRoute: () => organization,
  path: "-/new",
  component: lazyRouteComponent(() => import("./projects/new-project-page.tsx"), "NewProjectPage"),
});

const organizationSettings = createRoute({
  getParentRoute: () => organization,
  path: "-/settings",
  validateSearch: (search: Record<string, unknown>): { tab?: OrganizationTab; outcome?: SetupOutcome } => {
    const tab = readOrganizationTab(search.tab);
    const outcome = readSetupOutcome(search.outcome);
    return { ...(tab !== undefined && { tab }), ...(outcome !== undefined && { outcome }) };
  },
  component: lazyRouteComponent(() => import("./settings/organization-page.tsx"), "OrganizationPage"),
});

const project = createRoute({
  getParentRoute: () => organization,
  path: "$domain",
  beforeLoad: async ({ context, params }) => {
    const query = projectsQuery(context.organization.id);
    const { projects: known } = await queryClient.ensureQueryData(query);
    const isKnown = known.some(({ domain }) => domain === params.domain);
    // Someone else may have created it since the list was fetched.
    const all = isKnown ? known : (await queryClient.fetchQuery({ ...query, staleTime: 0 })).projects;
    const found = all.find(({ domain }) => domain === params.domain);
    if (found === undefined) {
      throw notFound();
    }
    return { project: found };
  },
});

const overview = createRoute({
  getParentRoute: () => project,
  path: "/",
  component: lazyRouteComponent(() => import("./projects/overview-page.tsx"), "OverviewPage"),
});

const updates = createRoute({
  getParentRoute: () => project,
  path: "updates",
  component: lazyRouteComponent(() => import("./updates/updates-page.tsx"), "UpdatesPage"),
});

const update = createRoute({
  getParentRoute: () => project,
  path: "updates/$updateId",
  component: lazyRouteComponent(() => import("./updates/update-page.tsx"), "UpdatePage"),
});

const jobs = createRoute({
  getParentRoute: () => project,
  path: "jobs",
  component: lazyRouteComponent(() => import("./jobs/jobs-page.tsx"), "JobsPage"),
});

const newJob = createRoute({
  getParentRoute: () => project,
  path: "jobs/new",
  validateSearch: (search: Record<string, unknown>): { prompt?: string } =>
    typeof search.prompt === "string" ? { prompt: search.prompt } : {},
  component: lazyRouteComponent(() => import("./jobs/new-job-page.tsx"), "NewJobPage"),
});

const job = createRoute({
  getParentRoute: () => project,
  path: "jobs/$jobId",
  component: lazyRouteComponent(() => import("./jobs/job-page.tsx"), "JobPage"),
});

const pulls = createRoute({
  getParentRoute: () => project,
  path: "pulls",
  component: lazyRouteComponent(() => import("./pulls/pulls-page.tsx"), "PullsPage"),
});

const pull = createRoute({
  getParentRoute: () => project,
  path: "pulls/$number",
  component: lazyRouteComponent(() => import("./pulls/pull-page.tsx"), "PullPage"),
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
  validateSearch: (search: Record<string, unknown>): { tab?: AssistantTab } => {
    const tab = readTab(search.tab);
    return tab === undefined ? {} : { tab };
  },
  component: lazyRouteComponent(() => import("./assistant/assistant-page.tsx"), "AssistantPage"),
});

const keys = createRoute({
  getParentRoute: () => project,
  path: "keys",
  component: lazyRouteComponent(() => import("./keys/keys-page.tsx"), "KeysPage"),
});

const settings = createRoute({
  getParentRoute: () => project,
  path: "settings",
  validateSearch: (search: Record<string, unknown>): { tab?: SettingsTab } => {
    const tab = readSettingsTab(search.tab);
    return tab === undefined ? {} : { tab };
  },
  component: lazyRouteComponent(() => import("./settings/settings-page.tsx"), "SettingsPage"),
});

const routeTree = root.addChildren([
  signIn,
  join,
  signedIn.addChildren([
    home,
    account,
    oldPull,
    organization.addChildren([
      projects,
      newProject,
      organizationSettings,
      project.addChildren([overview, updates, update, jobs, newJob, job, pulls, pull, assistant, keys, settings]),
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
