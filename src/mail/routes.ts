import { requireServerAdmin, type ServerAdminDeps } from "../accounts/server-admins.ts";
import type { DashboardOperations } from "../contract/dashboard-operations.ts";
import type { Handlers } from "../http/call.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import type { MailSettings } from "../platform/mail-settings.ts";
import type { Services } from "../platform/services.ts";
import { MailFailure, sendBySmtp } from "./send-by-smtp.ts";

interface MailRouteDeps extends ServerAdminDeps, Pick<Services, "clock" | "database"> {
  url: string;
  /** Undefined if the server sends no mail. */
  mail?: MailSettings | undefined;
}

export function mailRoutes(deps: MailRouteDeps) {
  return {
    async testServerMail({ principal: { user }, signal }) {
      await requireServerAdmin(deps, deps.database.query, user);
      if (deps.mail === undefined) {
        throw new AppError(
          "conflict",
          "This server doesn't send mail. Set LECTERN_SMTP_URL and LECTERN_MAIL_FROM first.",
        );
      }
      const { host } = new URL(deps.url);
      const content = {
        subject: "Test mail from Lectern",
        paragraphs: ["Mail works. Invitations, password reset links and notifications can reach people."],
        action: { label: "Open the dashboard", url: `${deps.url}/dashboard` },
        footer: [`You get this because you sent a test mail from the server settings of ${host}.`],
      };
      try {
        await sendBySmtp(deps.mail, { id: newId("eml", deps.clock), to: user, content }, signal);
        return { problem: null };
      } catch (error) {
        if (error instanceof MailFailure) return { problem: error.message };
        throw error;
      }
    },
  } satisfies Partial<Handlers<DashboardOperations>>;
}
