import { useQuery } from "@tanstack/react-query";
import { count } from "../../../src/contract/count.ts";
import { type Answer, api, read } from "../api/client.ts";
import type { BodyOf } from "../forms/body-forms.ts";
import { useOrganization } from "../shell/current-project.ts";
import { CheckField, SelectField } from "../ui/field.tsx";
import { FormCard } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { durationText } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";

type Rules = Answer<"getSignInRules">;

const idleChoices = [5, 15, 30, 60, 4 * 60, 8 * 60, 24 * 60, 7 * 24 * 60];
const totalChoices = [1, 4, 8, 12, 24, 7 * 24, 14 * 24];

/** How members sign in, and how long they stay signed in. */
export function SecuritySettings() {
  const { organization } = useOrganization();
  const { data, error } = useQuery(read("getSignInRules", { organizationId: organization.id }));
  return (
    <Section title="Sign-in" description="For someone in several organizations, the shortest session limits apply.">
      <Problem error={error} />
      {data !== undefined && <RulesForm key={JSON.stringify(data)} rules={data} organizationId={organization.id} />}
    </Section>
  );
}

function RulesForm({ rules, organizationId }: { rules: Rules; organizationId: string }) {
  const change = useAction((next: BodyOf<"changeSignInRules">) => api.changeSignInRules({ organizationId, ...next }), {
    message: "Saved.",
    cachesAs: read("getSignInRules", { organizationId }),
    showsError: true,
  });
  return (
    <FormCard
      className="gap-5"
      of="changeSignInRules"
      values={rules}
      change={change}
      onSubmit={(body) => change.mutate(body)}
    >
      <CheckField
        label="Require a second factor"
        name="needsSecondFactor"
        hint="Members without one can’t use this organization until they set it up. Single sign-on accounts use the second factor of your identity provider."
      />
      <MembersWithout rules={rules} />
      <SelectField
        label="End sessions without activity"
        name="idleMinutes"
        hint="Applies immediately, to open sessions too."
        options={[["", "Never"], ...durations(idleChoices, rules.idleMinutes, 1)]}
      />
      <SelectField
        label="End every session"
        name="sessionHours"
        hint="Counted from the sign-in, with or without activity."
        options={[...durations(totalChoices, rules.sessionHours, 60), ["", "After 30 days"]]}
      />
    </FormCard>
  );
}

function MembersWithout({ rules: { membersWithoutFactor: members } }: { rules: Rules }) {
  if (members.length === 0) {
    return <p className="text-[13px] text-ink-faint">Every member has a second factor.</p>;
  }
  return (
    <details className="text-[13px]">
      <summary className="text-ink-soft">
        {count(members.length, "member has", "members have")} no second factor yet
      </summary>
      <ul className="mt-2 list-disc pl-5 text-ink-faint">
        {members.map(({ name, email }) => (
          <li key={email} className="[overflow-wrap:anywhere]">
            {name} ({email})
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The choices and the current value, which may have been set through the API. */
function durations(choices: readonly number[], current: number | null, unitMinutes: number) {
  const values = new Set([...choices, ...(current === null ? [] : [current])]);
  return [...values]
    .sort((one, other) => one - other)
    .map((value) => [value, `After ${durationText(value * unitMinutes)}`] as const);
}
