import { Trash2 } from "lucide-react";
import { Button, IconButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

/** Custom domains of the site. */
export function DomainSettings({ project }: { project: ProjectDetails }) {
  const change = useChangeProject(project, "The domains are saved. Pages name the new address after the next update.");
  const domains = project.customDomains;
  return (
    <Section
      title="Custom domains"
      description="Point a DNS record of the domain to this server, then add it here. Pages name the first one as their address."
    >
      <Card>
        {domains.length > 0 && (
          <ul className="divide-y divide-line border-b border-line">
            {domains.map((domain) => (
              <li key={domain} className="flex h-11 items-center justify-between gap-3 pr-2 pl-5">
                <code className="truncate">{domain}</code>
                <IconButton
                  label={`Remove ${domain}`}
                  disabled={change.isPending}
                  onClick={() => change.mutate({ customDomains: domains.filter((other) => other !== domain) })}
                >
                  <Trash2 size={16} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <form
          className="flex flex-wrap items-end gap-3 p-5"
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            const domain = String(new FormData(form).get("domain")).trim();
            change.mutate({ customDomains: [...domains, domain] }, { onSuccess: () => form.reset() });
          }}
        >
          <div className="min-w-0 flex-1 basis-56 sm:max-w-sm">
            <TextField label="Add a domain" name="domain" maxLength={253} required placeholder="docs.example.com" />
          </div>
          <Button type="submit" isBusy={change.isPending}>
            Add
          </Button>
        </form>
        {change.error !== null && <Problem error={change.error} className="mx-5 mb-5" />}
      </Card>
    </Section>
  );
}
