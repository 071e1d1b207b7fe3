import { Users } from "lucide-react";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";

export function NoOrganizationPage() {
  return (
    <Page title="Welcome">
      <EmptyState icon={<Users size={20} />} title="You aren’t in an organization yet">
        Ask an admin to invite you, then open the link they send.
      </EmptyState>
    </Page>
  );
}
