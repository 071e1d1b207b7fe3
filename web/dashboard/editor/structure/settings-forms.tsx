import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Braces } from "lucide-react";
import { useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import { explainError } from "../../api/explain-error.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { showError } from "../../ui/toast.tsx";
import { draftQuery, settingsQuery } from "../draft-queries.ts";
import { editorApi } from "../editor-client.ts";
import { SettingField } from "./setting-field.tsx";
import { labelOf, newValue, type SettingPath } from "./setting-values.ts";
import type { Settings, StructureProps } from "./use-structure.ts";

/** Forms for docs.json. Each field is saved separately, and changes only its own lines of the file. */
export function SettingsForms({ draft, canWrite, onOpen }: StructureProps) {
  const queries = useQueryClient();
  const query = useQuery(settingsQuery(draft));
  const [chosen, setChosen] = useState("general");
  const [refused, setRefused] = useState<{ setting: string; message: string }>();
  const change = useMutation({
    // Changes are saved one after the other, because the click that leaves and saves one field often changes another.
    scope: { id: `settings ${draft.draftId}` },
    mutationFn: ({ path, value }: { path: SettingPath; value: unknown }) => {
      const latest = queries.getQueryData(settingsQuery(draft).queryKey);
      const next = newValue(latest?.values, path, value);
      return editorApi.changeSettings({
        ...draft,
        revision: latest?.revision ?? "",
        path: [...path],
        ...(next === undefined ? {} : { value: next }),
      });
    },
    onSuccess: (settings) => {
      setRefused(undefined);
      queries.setQueryData(settingsQuery(draft).queryKey, settings);
      void queries.invalidateQueries({
        ...draftQuery(draft),
        predicate: ({ queryKey }) => queryKey[2] !== "settings",
      });
    },
    onError: (error) => {
      const { details } = explainError(error);
      const [first] = details;
      if (first === undefined) {
        showError(error);
        void query.refetch();
      } else setRefused({ setting: first.path, message: first.message });
    },
  });
  if (query.error !== null) return <Problem error={query.error} onRetry={() => void query.refetch()} className="m-4" />;
  if (query.data === undefined) return <p className="p-4 text-ink-faint">Loading…</p>;
  const { sections, values, problems, changed } = query.data;
  const [broken] = problems.filter(({ setting }) => setting === "");
  const section = sections.find(({ id }) => id === chosen) ?? sections[0];
  const faulty = problems.map(({ setting }) => setting);
  return (
    <section aria-label="Settings" className="grid gap-5 p-4">
      <header className="grid gap-2">
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <Select
              aria-label="Section of the settings"
              className="h-9 font-medium"
              value={section?.id}
              onChange={(event) => setChosen(event.target.value)}
            >
              {sections.map(({ id, title, fields }) => (
                <option key={id} value={id}>
                  {title}
                  {countIn(fields, faulty) > 0 && ` · ${count(countIn(fields, faulty), "problem")}`}
                  {countIn(fields, changed) > 0 && " · changed"}
                </option>
              ))}
            </Select>
          </div>
          <Button icon={<Braces size={16} aria-hidden />} onClick={() => onOpen("docs.json")}>
            Edit as JSON
          </Button>
        </div>
        <h2 className="sr-only">{section?.title}</h2>
        <p className="text-[13px] text-ink-soft">{section?.about}</p>
        {sections.map(({ id, title, fields }) => {
          const faults = countIn(fields, faulty);
          if (faults === 0 || id === section?.id) return null;
          return (
            <p key={id} className="text-[13px] text-danger">
              <button type="button" className="underline underline-offset-2" onClick={() => setChosen(id)}>
                {count(faults, "problem")} in {title}
              </button>
            </p>
          );
        })}
        {broken !== undefined && (
          <p role="alert" className="text-danger">
            {broken.file}
            {broken.line === undefined ? "" : `, line ${broken.line}`}: {broken.message}. Edit it as JSON first.
          </p>
        )}
      </header>
      <div className="grid gap-6" aria-busy={change.isPending}>
        {section?.fields.map(({ key, form }) => (
          <SettingField
            key={key}
            path={[key]}
            label={labelOf(key)}
            form={form}
            value={values[key]}
            context={{
              settings: query.data,
              canWrite: canWrite && broken === undefined,
              only: section.fields.length === 1 ? key : undefined,
              refused,
              onChange: (path, value) => change.mutate({ path, value }),
            }}
          />
        ))}
      </div>
    </section>
  );
}

type Section = Settings["sections"][number];

/** How many of these settings belong to the section's fields. */
function countIn(fields: Section["fields"], settings: readonly string[]): number {
  const keys = new Set(fields.map(({ key }) => key));
  return settings.filter((setting) => keys.has(setting.split(/[.[]/, 1)[0] ?? "")).length;
}
