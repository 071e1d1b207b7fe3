import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Braces } from "lucide-react";
import { useState } from "react";
import { explainError } from "../../api/explain-error.ts";
import { Button } from "../../ui/button.tsx";
import { Problem } from "../../ui/problem.tsx";
import { showError } from "../../ui/toast.tsx";
import { editorApi } from "../editor-client.ts";
import { SettingField } from "./setting-field.tsx";
import { labelOf, type SettingPath } from "./setting-values.ts";
import { type StructureProps, settingsQuery } from "./use-structure.ts";

/** docs.json as forms. Each field is saved on its own, and changes only its line of the file. */
export function SettingsForms({ draft, canWrite, onOpen }: StructureProps) {
  const queries = useQueryClient();
  const query = useQuery(settingsQuery(draft));
  const [chosen, setChosen] = useState("general");
  const [refused, setRefused] = useState<{ setting: string; message: string }>();
  const change = useMutation({
    mutationFn: ({ path, value }: { path: SettingPath; value: unknown }) =>
      editorApi.changeSettings({
        ...draft,
        revision: query.data?.revision ?? "",
        path: [...path],
        ...(value === undefined ? {} : { value }),
      }),
    onSuccess: (settings) => {
      setRefused(undefined);
      queries.setQueryData(settingsQuery(draft).queryKey, settings);
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
  if (query.error !== null) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return null;
  const { sections, values, problems, changed } = query.data;
  const [broken] = problems.filter(({ setting }) => setting === "");
  const section = sections.find(({ id }) => id === chosen) ?? sections[0];
  const countIn = (keys: readonly string[], names: readonly string[]) =>
    names.filter((name) => keys.some((key) => name === key || name.startsWith(`${key}.`) || name.startsWith(`${key}[`)))
      .length;
  return (
    <section aria-label="Settings" className="grid gap-6 md:grid-cols-[200px_minmax(0,1fr)]">
      <nav aria-label="Sections of the settings">
        <ul className="flex gap-1 overflow-x-auto md:flex-col">
          {sections.map(({ id, title, fields }) => {
            const keys = fields.map(({ key }) => key);
            const faults = countIn(
              keys,
              problems.map(({ setting }) => setting),
            );
            const isCurrent = id === section?.id;
            return (
              <li key={id}>
                <button
                  type="button"
                  aria-current={isCurrent ? "true" : undefined}
                  onClick={() => setChosen(id)}
                  className={`flex min-h-8 w-full items-center gap-2 rounded-control px-2.5 py-1 text-left whitespace-nowrap pointer-coarse:min-h-10 ${isCurrent ? "bg-accent-soft font-medium text-accent-strong" : "text-ink-soft hover:bg-hover"}`}
                >
                  <span className="flex-1">{title}</span>
                  {faults > 0 && <span className="text-xs text-danger">{faults}</span>}
                  {countIn(keys, changed) > 0 && <span className="size-1.5 rounded-full bg-accent" title="Changed" />}
                </button>
              </li>
            );
          })}
        </ul>
      </nav>
      <div className="min-w-0 max-w-[640px]">
        <header className="mb-5 flex items-start justify-between gap-4">
          <div>
            <h2>{section?.title}</h2>
            <p className="text-ink-soft">{section?.about}</p>
          </div>
          <Button size="small" icon={<Braces size={16} aria-hidden />} onClick={() => onOpen("docs.json")}>
            Edit as JSON
          </Button>
        </header>
        {broken !== undefined && (
          <p role="alert" className="mb-5 text-danger">
            {broken.file}
            {broken.line === undefined ? "" : `, line ${broken.line}`}: {broken.message}. Edit it as JSON first.
          </p>
        )}
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
                refused,
                onChange: (path, value) => change.mutate({ path, value }),
              }}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
