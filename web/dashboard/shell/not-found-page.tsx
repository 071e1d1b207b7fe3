import { Link } from "@tanstack/react-router";
import { Compass, Users } from "lucide-react";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState, Page } from "../ui/page.tsx";

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        icon={<Compass size={20} />}
        title="Nothing here"
        action={
          <Link to="/" className={buttonClass("primary")}>
            Go to projects
          </Link>
        }
      >
        The page may have been removed, the URL may be incomplete, or you may not have access to it.
      </EmptyState>
    </Page>
  );
}

export function NoOrganizationPage() {
  return (
    <Page title="Welcome">
      <EmptyState icon={<Users size={20} />} title="You aren’t in an organization yet">
        Ask an admin to invite you, then open the link they send.
      </EmptyState>
    </Page>
  );
}
