import { get, post } from "./dashboard-operation.ts";
import {
  ChangedPage,
  FrontmatterChange,
  MovePlan,
  Navigation,
  NavigationChange,
  NewPage,
  PageCopy,
  PageMove,
  PageName,
  PageRemoval,
  RemovalPlan,
  SettingChange,
  Settings,
} from "./editor-structure-schemas.ts";
import type { Operation } from "./operation.ts";

const base = "/project/{projectId}/drafts/{draftId}";

/** Pages, navigation and settings of a draft. */
export const editorStructureOperations = {
  readNavigation: get("viewer", `${base}/navigation`, { reply: Navigation }),
  changeNavigation: post("editor", `${base}/navigation`, {
    body: NavigationChange,
    reply: Navigation,
    hasStates: true,
  }),
  readSettings: get("viewer", `${base}/settings`, { reply: Settings }),
  changeSettings: post("editor", `${base}/settings`, { body: SettingChange, reply: Settings, hasStates: true }),
  createPage: post("editor", `${base}/pages`, { body: NewPage, created: ChangedPage, hasStates: true }),
  duplicatePage: post("editor", `${base}/pages/duplicate`, { body: PageCopy, created: ChangedPage, hasStates: true }),
  planPageMove: get("viewer", `${base}/pages/move`, { query: PageMove, reply: MovePlan }),
  movePage: post("editor", `${base}/pages/move`, { body: PageMove, reply: MovePlan, hasStates: true }),
  planPageRemoval: get("viewer", `${base}/pages/remove`, { query: PageName, reply: RemovalPlan }),
  removePage: post("editor", `${base}/pages/remove`, { body: PageRemoval, reply: RemovalPlan, hasStates: true }),
  changeFrontmatter: post("editor", `${base}/pages/frontmatter`, {
    body: FrontmatterChange,
    reply: ChangedPage,
    hasStates: true,
  }),
} as const satisfies Record<string, Operation>;
