import { Users } from "lucide-react";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";

export function NoOrganizationPage() {
  return (
    <Page title="Welcome">
      <EmptyState icon={<Users size={20} />} title="You are in no organization yet">
        Ask an admin of an organization to invite you; the link they send brings you in.
      </EmptyState>
    </Page>
  );
}
