import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { TextField } from "../ui/field.tsx";
import { FormDialog, fieldText } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { type AnalyticsTab, periods, readPeriod } from "./analytics-search.ts";
import { Feedback } from "./feedback.tsx";
import { periodLabel } from "./period.ts";
import { QuestionsTab } from "./questions-tab.tsx";
import { Searches } from "./searches.tsx";
import { Traffic } from "./traffic.tsx";
import { useAnalytics } from "./use-analytics.ts";

const tabs = { traffic: "Traffic", searches: "Searches", questions: "Questions", feedback: "Feedback" };
const contents: Readonly<Record<AnalyticsTab, ReactNode>> = {
  traffic: <Traffic />,
  searches: <Searches />,
  questions: <QuestionsTab />,
  feedback: <Feedback />,
};

export function AnalyticsPage() {
  const { project, search, link } = useAnalytics();
  const { tab: current = "traffic" } = search;
  return (
    <Page
      title="Analytics"
      documentTitle={`Analytics · ${project.name}`}
      description="What readers, search engines and agents do on the site. Nobody is identified."
    >
      <Tabs label="Analytics" tabs={tabs} current={current} link={(tab) => link({ tab })} />
      <PeriodChoice />
      {contents[current]}
    </Page>
  );
}

const periodNames: Readonly<Record<(typeof periods)[number], string>> = {
  1: "Today",
  7: "7 days",
  30: "30 days",
  90: "90 days",
  365: "12 months",
};

const choiceClass = (isChosen: boolean) =>
  `flex h-8 items-center rounded-full px-3 text-[13px] pointer-coarse:h-10 ${isChosen ? "bg-accent-soft font-medium text-accent-strong" : "text-ink-soft hover:bg-hover"}`;

function PeriodChoice() {
  const { search, period, link } = useAnalytics();
  const [isChoosing, setChoosing] = useState(false);
  const { from, days = 30 } = search;
  const isChosen = (count: number) => from === undefined && count === days;
  return (
    <nav aria-label="Period" className="mb-4 -ml-1 flex flex-wrap gap-1">
      {periods.map((count) => (
        <Link
          key={count}
          {...link({ days: count, from: undefined, to: undefined })}
          resetScroll={false}
          activeProps={{}}
          aria-current={isChosen(count) ? "true" : undefined}
          className={choiceClass(isChosen(count))}
        >
          {periodNames[count]}
        </Link>
      ))}
      <button
        type="button"
        aria-current={from === undefined ? undefined : "true"}
        onClick={() => setChoosing(true)}
        className={choiceClass(from !== undefined)}
      >
        {from === undefined ? "Other…" : periodLabel(period)}
      </button>
      {isChoosing && <PeriodDialog onClose={() => setChoosing(false)} />}
    </nav>
  );
}

function PeriodDialog({ onClose }: { onClose: () => void }) {
  const { period, show } = useAnalytics();
  const [error, setError] = useState<Error>();
  return (
    <FormDialog
      title="Choose a period"
      action="Show"
      change={{ error, isPending: false }}
      onClose={onClose}
      onSubmit={(fields) => {
        const chosen = readPeriod(fieldText(fields, "from"), fieldText(fields, "to"));
        if (chosen === undefined) {
          setError(new Error("Choose a last day that isn't before the first, and at most 400 days."));
          return;
        }
        show({ ...chosen, days: undefined });
        onClose();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First day" name="from" type="date" required defaultValue={period.from} />
        <TextField label="Last day" name="to" type="date" required defaultValue={period.to} />
      </div>
      <p className="text-[13px] text-ink-faint">Days are in UTC.</p>
    </FormDialog>
  );
}
