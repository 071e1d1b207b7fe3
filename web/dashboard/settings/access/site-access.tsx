import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, readerSessionsQuery, siteAccessQuery } from "../../api/client.ts";
import type { BodyOf } from "../../forms/body-forms.ts";
import { CheckField, NewPasswordField, RadioFields, SelectField } from "../../ui/field.tsx";
import { FormCard } from "../../ui/form.tsx";
import { Section } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useAction } from "../../ui/use-action.ts";
import { PreviewLinks } from "./preview-links.tsx";
import { ReaderSessions } from "./reader-sessions.tsx";
import { SignInMethods, type SiteAccess } from "./sign-in-methods.tsx";

type Kind = SiteAccess["kind"];

const choices: readonly { value: Kind; label: string; hint: string }[] = [
  { value: "public", label: "Everyone", hint: "The site is public, and search engines can list it." },
  {
    value: "unlisted",
    label: "Everyone with the address",
    hint: "Public, but search engines are asked not to list it, and it has no sitemap.",
  },
  { value: "password", label: "Everyone with the password", hint: "All readers share one password." },
  { value: "members", label: "Members of the organization", hint: "They sign in with their account here." },
  {
    value: "readers",
    label: "Readers who sign in",
    hint: "With a provider, your product or a link by mail. Groups decide who sees which page.",
  },
];

/** The ways to sign in that the form doesn't have are turned off. */
const noMethods = { server: null, provider: null, jwt: null, mail: null };

/** Who may read the site and its previews. */
export function SiteAccessSettings({ projectId }: { projectId: string }) {
  const { data, error } = useQuery(siteAccessQuery(projectId));
  return (
    <>
      <Problem error={error} />
      {data !== undefined && <AccessForm projectId={projectId} access={data} />}
      {data !== undefined && isPrivate(data.kind) && <ReaderSessions projectId={projectId} />}
      {data !== undefined && (isPrivate(data.kind) || data.previews === "members") && (
        <PreviewLinks projectId={projectId} />
      )}
    </>
  );
}

function isPrivate(kind: Kind): boolean {
  return kind !== "public" && kind !== "unlisted";
}

function AccessForm({ projectId, access }: { projectId: string; access: SiteAccess }) {
  const [kind, setKind] = useState(access.kind);
  const save = useAction(
    (body: BodyOf<"changeSiteAccess">) =>
      api.changeSiteAccess({ projectId, ...(kind === "readers" && noMethods), ...body }),
    {
      message: "Access saved.",
      cachesAs: siteAccessQuery(projectId),
      rereads: [readerSessionsQuery(projectId)],
      showsError: true,
    },
  );
  const offered = choices.filter(({ value }) => isOffered(value, access));
  return (
    <Section
      title="Who can read the site"
      description="Applies at once. A change ends all sessions of readers, and publishes the site again if necessary."
    >
      <FormCard
        className="gap-6"
        of="changeSiteAccess"
        values={access}
        change={save}
        onSubmit={(body) => save.mutate(body)}
      >
        <RadioFields
          legend="Who can read the site"
          isLegendHidden
          name="kind"
          choices={offered}
          value={kind}
          onChange={setKind}
        />
        {kind === "password" && (
          <NewPasswordField
            key={String(access.hasPassword)}
            label="Password of the site"
            name="password"
            minLength={8}
            maxLength={128}
            required={!access.hasPassword}
            placeholder={access.hasPassword ? "Stored. Leave empty to keep it." : ""}
          />
        )}
        {kind === "readers" && <SignInMethods access={access} />}
        {isPrivate(kind) ? (
          <SelectField label="Readers sign in again after" name="sessionHours" options={hoursOptions(access)} />
        ) : (
          <div>
            <input type="hidden" name="previews" value="public" />
            <CheckField
              name="previews"
              value="members"
              label="Only members can open previews of branches"
              hint="Share a preview with others by a link that expires."
            />
          </div>
        )}
      </FormCard>
    </Section>
  );
}

function isOffered(kind: Kind, { usable, kind: current }: SiteAccess): boolean {
  if (kind === current || !isPrivate(kind)) return true;
  if (kind === "password" || kind === "members") return usable.includes(kind);
  return usable.some((method) => method !== "password" && method !== "members");
}

function hoursOptions({ sessionHours, sessionHoursMax }: SiteAccess): (readonly [number, string])[] {
  const known: [number, string][] = [
    [1, "1 hour"],
    [8, "8 hours"],
    [24, "1 day"],
    [168, "7 days"],
    [720, "30 days"],
    [2_160, "90 days"],
  ];
  const shown = known.filter(([hours]) => hours <= sessionHoursMax);
  return shown.some(([hours]) => hours === sessionHours) ? shown : [...shown, [sessionHours, `${sessionHours} hours`]];
}
