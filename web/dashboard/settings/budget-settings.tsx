import { TextField } from "../ui/field.tsx";
import { Form, fieldText, SubmitRow } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Time } from "../ui/time.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

type Budget = ProjectDetails["budgets"][number];

const descriptions = {
  answers: "Daily limit for answers to readers. After that, built-in answers are used until the budget resets.",
  jobs: "Daily limit for agent jobs. A single prompt can use a tenth of it. At the limit, jobs fail until the budget resets.",
};

/** Daily model budgets and how much of them is used. A project can set lower budgets than the server. */
export function BudgetSettings({ project, of }: { project: ProjectDetails; of: Budget["of"] }) {
  const change = useChangeProject(project, "Saved.");
  const budgets = project.budgets.filter((budget) => budget.of === of);
  return (
    <Section title="Budgets" description={descriptions[of]}>
      <Card>
        <Form onSubmit={(fields) => change.mutate({ budgets: readForm(fields, budgets) })}>
          <div className="divide-y divide-line border-b border-line">
            {budgets.map((budget) => (
              <BudgetRow key={budget.unit} budget={budget} />
            ))}
          </div>
          <div className="grid gap-4 p-5">
            <SubmitRow change={change} />
          </div>
        </Form>
      </Card>
    </Section>
  );
}

function BudgetRow({ budget }: { budget: Budget }) {
  const { unit, perDay, installed, isOwn, used, resetsAt } = budget;
  return (
    <div className="grid gap-x-8 gap-y-4 p-5 sm:grid-cols-2">
      <TextField
        label={unit === "money" ? "Cost per day" : "Tokens per day"}
        name={unit}
        type="number"
        min={0}
        max={installed}
        step={unit === "money" ? "any" : 1}
        defaultValue={isOwn ? perDay : ""}
        placeholder={String(installed)}
        hint={`Server limit: ${formatBudget(installed, budget)}. Leave empty to use all of it.`}
      />
      <div className="min-w-0">
        <p className="font-medium">Used</p>
        <progress
          className="mt-4 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
          aria-label={`Budget used for ${budget.of}, in ${unit}`}
          max={perDay === 0 ? 1 : perDay}
          value={Math.min(used, perDay)}
        />
        <p className="mt-3 text-[13px] text-ink-soft">
          {formatBudget(used, budget)} of {formatBudget(perDay, budget)}
          {unit === "tokens" && " tokens"}
          {resetsAt !== null && (
            <>
              . Resets <Time at={resetsAt} />
            </>
          )}
        </p>
      </div>
    </div>
  );
}

function readForm(form: FormData, budgets: readonly Budget[]) {
  return budgets.map(({ of, unit }) => {
    const amount = fieldText(form, unit);
    return { of, unit, perDay: amount === "" ? null : Number(amount) };
  });
}

function formatBudget(amount: number, { unit }: Budget): string {
  return amount.toLocaleString("en", unit === "money" ? { minimumFractionDigits: 2, maximumFractionDigits: 4 } : {});
}
