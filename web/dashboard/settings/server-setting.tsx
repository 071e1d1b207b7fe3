import type { InvalidateQueryFilters } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { type Answer, api, serverSettingsQuery } from "../api/client.ts";
import type { FormName } from "../forms/body-forms.ts";
import { Button } from "../ui/button.tsx";
import { Form, readForm, type Submitted } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";
import { TestOutcome } from "./test-outcome.tsx";

interface ServerSettingProps<Name extends FormName> {
  title: string;
  description: string;
  name: Parameters<typeof api.removeServerSetting>[0]["setting"];
  setting: { source: "environment" | "dashboard" | "none"; setBy: string | null; setAt: string | null };
  /** The environment variable for this setting. */
  variable: string;
  /** The operation that saves the setting. */
  of: Name;
  save: (body: Submitted<Name>) => Promise<Answer<"getServerSettings">>;
  test: (body: Submitted<Name>) => Promise<{ problem: string | null; milliseconds?: number }>;
  /** The message after a change. */
  saved: string;
  /** The message of a successful test. */
  success: string;
  /** Whether a setting from the environment can be tested too. */
  isAlwaysTestable?: boolean;
  /** Other queries that a change makes stale. */
  rereads?: readonly InvalidateQueryFilters[];
  children: ReactNode;
}

/** A form to save, test or remove a server setting, unless the environment sets it. */
export function ServerSetting<Name extends FormName>({
  of,
  name,
  setting,
  saved: message,
  rereads,
  isAlwaysTestable,
  ...props
}: ServerSettingProps<Name>) {
  const form = useRef<HTMLFormElement>(null);
  const save = useAction(props.save, { cachesAs: serverSettingsQuery, rereads, message });
  const remove = useAction(() => api.removeServerSetting({ setting: name }), {
    cachesAs: serverSettingsQuery,
    rereads,
    message,
  });
  // The test of a model also records whether the model works, which the settings show.
  const test = useAction(props.test, { rereads: [serverSettingsQuery] });
  const runTest = () => {
    if (form.current?.reportValidity()) test.mutate(readForm(form.current, of));
  };
  const isFixed = setting.source === "environment";
  return (
    <Section title={props.title} description={props.description}>
      <Card className="p-5">
        <Form
          key={setting.setAt}
          ref={form}
          className="grid gap-4"
          of={of}
          values={setting}
          error={save.error}
          onSubmit={(body) => save.mutate(body)}
        >
          <SettingSource setting={setting} variable={props.variable} />
          {props.children}
          <Problem error={save.error} />
          <Problem error={remove.error} />
          {(!isFixed || isAlwaysTestable) && (
            <div className="flex flex-wrap gap-2">
              {!isFixed && (
                <Button type="submit" look="primary" isBusy={save.isPending}>
                  Save
                </Button>
              )}
              <Button isBusy={test.isPending} onClick={runTest}>
                Test
              </Button>
              {setting.source === "dashboard" && (
                <Button look="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
                  Remove
                </Button>
              )}
            </div>
          )}
          <TestOutcome test={test} success={props.success} />
        </Form>
      </Card>
    </Section>
  );
}

/** Says where a server setting comes from and who changed it. */
function SettingSource({
  setting: { source, setBy, setAt },
  variable,
}: Pick<ServerSettingProps<FormName>, "setting" | "variable">) {
  if (source === "environment") {
    return (
      <p className="text-ink-soft">
        Set by <code>{variable}</code> in the environment. To change it here, remove the variable and restart the
        server.
      </p>
    );
  }
  if (source === "none" || setAt === null) return null;
  return (
    <p className="text-[13px] text-ink-faint">
      Set by {setBy} <Time at={setAt} />
    </p>
  );
}
