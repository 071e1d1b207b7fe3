import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ListFilter, X } from "lucide-react";
import { useId, useState } from "react";
import { readPages } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Select, SelectField, TextField } from "../ui/field.tsx";
import { FormDialog, fieldText } from "../ui/form.tsx";
import { type Audience, type FilterName, filterNames } from "./analytics-search.ts";
import { dimensionNames, kindNames, readerKinds, valueName } from "./dimensions.ts";
import { filterBy, noFilters, useAnalytics } from "./use-analytics.ts";

/** Whose views are shown, and which of them. */
export function FilterBar() {
  const { kind, filters, show, link } = useAnalytics();
  const [isAdding, setAdding] = useState(false);
  const given = filterNames.flatMap((name) => (filters[name] === undefined ? [] : [{ name, value: filters[name] }]));
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Select
        aria-label="Readers"
        className="h-8 text-[13px]"
        value={kind}
        onChange={({ target }) => show({ kind: target.value === "person" ? undefined : (target.value as Audience) })}
        options={[...readerKinds.map((each) => [each, kindNames[each]] as const), ["all", "Everyone"]]}
      />
      <Button size="small" icon={<ListFilter size={16} />} onClick={() => setAdding(true)}>
        Filter
      </Button>
      {given.map(({ name, value }) => (
        <span
          key={name}
          className="inline-flex h-8 max-w-full items-center rounded-full bg-accent-soft pl-3 text-[13px] text-accent-strong pointer-coarse:h-10"
        >
          <span className="truncate">
            {dimensionNames[name]}: <span className="font-medium">{valueName(name, value)}</span>
          </span>
          <Link
            {...link(filterBy(name, undefined))}
            resetScroll={false}
            aria-label={`Remove the filter ${dimensionNames[name]}`}
            className="flex size-8 flex-none items-center justify-center rounded-full hover:text-ink pointer-coarse:size-10"
          >
            <X size={16} />
          </Link>
        </span>
      ))}
      {given.length > 1 && (
        <Link {...link(noFilters)} resetScroll={false} className="px-1 text-[13px] text-accent hover:underline">
          Remove all
        </Link>
      )}
      {isAdding && <FilterDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

/** Offers the most frequent values. Pages and folders can also be typed. */
function FilterDialog({ onClose }: { onClose: () => void }) {
  const { project, period, show } = useAnalytics();
  const [name, setName] = useState<FilterName>("page");
  const [error, setError] = useState<Error>();
  const listId = useId();
  const asked = { projectId: project.id, dimension: name, limit: 100, ...period };
  const { data, isPending } = useInfiniteQuery(readPages("listAnalyticsRanking", asked));
  const values = data?.pages.flatMap(({ rows }) => rows.map(({ value }) => value)) ?? [];
  const isPath = name === "page" || name === "folder";
  return (
    <FormDialog
      title="Filter views"
      action="Show"
      change={{ error, isPending: false }}
      onClose={onClose}
      onSubmit={(fields) => {
        const value = fieldText(fields, "value");
        if (isPath && !value.startsWith("/")) {
          setError(new Error("Paths start with a slash, such as /guides/start."));
          return;
        }
        show(filterBy(name, value));
        onClose();
      }}
    >
      <SelectField
        label="Show only views with this"
        value={name}
        onChange={({ target }) => setName(target.value as FilterName)}
        options={filterNames.map((each) => [each, dimensionNames[each]])}
      />
      {isPath ? (
        <>
          <TextField key={name} label={dimensionNames[name]} name="value" list={listId} placeholder="/" required />
          <datalist id={listId}>
            {values.map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
        </>
      ) : (
        <SelectField
          key={name}
          label={dimensionNames[name]}
          name="value"
          disabled={values.length === 0}
          options={values.map((value) => [value, valueName(name, value)])}
          hint={!isPending && values.length === 0 ? "No values in this period." : undefined}
        />
      )}
    </FormDialog>
  );
}
