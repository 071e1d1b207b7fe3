import { RefreshCw, Trash2 } from "lucide-react";
import { api, projectQuery } from "../api/client.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { TextField } from "../ui/field.tsx";
import { Form, fieldText } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

type CustomDomain = ProjectDetails["domains"][number];

/** The site's custom domains, and the DNS records that prove their ownership. */
export function DomainSettings({ project }: { project: ProjectDetails }) {
  const change = useChangeProject(project, "Domains saved.");
  const domains = project.customDomains;
  return (
    <Section
      title="Custom domains"
      description="Add a domain, then create the DNS record shown for it. The site is served there as soon as the record is found. The first verified domain is the canonical one."
    >
      <Card>
        {project.domains.length > 0 && (
          <ul className="divide-y divide-line border-b border-line">
            {project.domains.map((domain) => (
              <li key={domain.domain} className="space-y-3 px-5 py-4">
                <DomainRow
                  project={project}
                  domain={domain}
                  isRemoving={change.isPending}
                  onRemove={() => change.mutate({ customDomains: domains.filter((other) => other !== domain.domain) })}
                />
              </li>
            ))}
          </ul>
        )}
        <Form
          className="flex flex-wrap items-end gap-3 p-5"
          onSubmit={(fields, form) => {
            const customDomains = [...domains, fieldText(fields, "domain")];
            change.mutate({ customDomains }, { onSuccess: () => form.reset() });
          }}
        >
          <div className="min-w-0 flex-1 basis-56 sm:max-w-sm">
            <TextField label="Domain" name="domain" maxLength={253} required placeholder="docs.example.com" />
          </div>
          <Button type="submit" isBusy={change.isPending}>
            Add domain
          </Button>
        </Form>
        <Problem error={change.error} className="mx-5 mb-5" />
      </Card>
    </Section>
  );
}

interface DomainRowProps {
  project: ProjectDetails;
  domain: CustomDomain;
  isRemoving: boolean;
  onRemove(): void;
}

function DomainRow({ project, domain, isRemoving, onRemove }: DomainRowProps) {
  const check = useAction(() => api.checkDomain({ projectId: project.id, domain: domain.domain }), {
    cachesAs: projectQuery(project.id),
    showsError: true,
  });
  const { txt, cname } = domain.records;
  const canCheck = domain.problem !== "reserved" && !domain.isTrusted;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <code className="min-w-0 truncate">{domain.domain}</code>
        <Badge tone={tones[domain.state]}>{domain.state}</Badge>
        <span className="ml-auto flex items-center gap-1">
          {canCheck && (
            <Button size="small" icon={<RefreshCw size={14} />} isBusy={check.isPending} onClick={() => check.mutate()}>
              Check now
            </Button>
          )}
          <IconButton label={`Remove ${domain.domain}`} disabled={isRemoving} onClick={onRemove}>
            <Trash2 size={16} />
          </IconButton>
        </span>
      </div>
      <p className="text-ink-soft">
        {explainDomainState(domain)}
        {domain.checkedAt !== null && (
          <>
            {" "}
            Last checked <Time at={domain.checkedAt} />.
          </>
        )}
      </p>
      {canCheck && domain.state !== "verified" && (
        <dl className="space-y-2">
          <DnsRecord type="TXT" {...txt} />
          {domain.problem !== "txt_needed" && <DnsRecord type="or CNAME" {...cname} />}
        </dl>
      )}
      <Problem error={check.error} />
    </>
  );
}

function DnsRecord({ type, name, value }: { type: string; name: string; value: string }) {
  return (
    <div className="flex flex-col gap-1 sm:flex-row sm:items-center sm:gap-3">
      <dt className="w-20 shrink-0 text-ink-soft">{type}</dt>
      {[name, value].map((text) => (
        <dd key={text} className="flex min-w-0 items-center gap-1 sm:flex-1">
          <code className="min-w-0 break-all">{text}</code>
          <CopyButton text={text} label={`Copy ${text}`} />
        </dd>
      ))}
    </div>
  );
}

const tones = { pending: "plain", verified: "ok", failing: "warn", lapsed: "danger" } as const;

const problemTexts = {
  reserved: "This address belongs to the server itself, so no site can be served there.",
  missing: "No record found yet.",
  different: "The TXT record has a different value.",
  txt_needed: "This domain was used before, so the TXT record is required.",
  unreachable: "DNS didn't respond. It will be checked again.",
  taken: "The record is correct, but another project still uses this domain. Remove it there first.",
} as const satisfies Record<NonNullable<CustomDomain["problem"]>, string>;

function explainDomainState({ state, problem, isTrusted }: CustomDomain): string {
  if (isTrusted && problem !== "reserved") return "Confirmed by the operator.";
  if (problem === null) return state === "verified" ? "The site is served here." : "Not checked yet.";
  return problem === "missing" && state === "failing"
    ? "The record is missing. The site stays online for up to three days."
    : problemTexts[problem];
}
