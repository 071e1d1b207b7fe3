import {
  Bot,
  ChartColumn,
  GitPullRequest,
  History,
  KeyRound,
  type LucideIcon,
  MessageCircleQuestionMark,
  PanelTop,
  Settings,
  SquarePen,
  Workflow,
} from "lucide-react";
import type { Role } from "../api/role.ts";

export interface ProjectPage {
  to:
    | "/$organization/$domain"
    | `/$organization/$domain/${"editor" | "updates" | "jobs" | "automations" | "pulls" | "analytics" | "assistant" | "keys" | "settings"}`;
  label: string;
  icon: LucideIcon;
  needs: Role;
  /** The second key of the page's shortcut, after `g`. */
  key: string;
}

/** The pages of a project, in the order of the rail. */
export const projectPages: readonly ProjectPage[] = [
  { to: "/$organization/$domain", label: "Overview", icon: PanelTop, needs: "viewer", key: "o" },
  { to: "/$organization/$domain/editor", label: "Editor", icon: SquarePen, needs: "viewer", key: "e" },
  { to: "/$organization/$domain/updates", label: "Updates", icon: History, needs: "viewer", key: "u" },
  { to: "/$organization/$domain/jobs", label: "Agent jobs", icon: Bot, needs: "viewer", key: "j" },
  { to: "/$organization/$domain/automations", label: "Automations", icon: Workflow, needs: "viewer", key: "m" },
  { to: "/$organization/$domain/pulls", label: "Pull requests", icon: GitPullRequest, needs: "viewer", key: "r" },
  { to: "/$organization/$domain/analytics", label: "Analytics", icon: ChartColumn, needs: "viewer", key: "i" },
  {
    to: "/$organization/$domain/assistant",
    label: "Assistant",
    icon: MessageCircleQuestionMark,
    needs: "viewer",
    key: "a",
  },
  { to: "/$organization/$domain/keys", label: "API keys", icon: KeyRound, needs: "admin", key: "k" },
  { to: "/$organization/$domain/settings", label: "Settings", icon: Settings, needs: "admin", key: "s" },
];
