import { Card, Section } from "../ui/page.tsx";
import { Time } from "../ui/time.tsx";
import type { ProjectDetails } from "./use-change-project.ts";

type Budget = ProjectDetails["budgets"][number];

/** What the models may use in a day, and what is used of it. */
export function BudgetList({ budgets }: { budgets: readonly Budget[] }) {
  return (
    <Section
      title="Budgets"
      description="What the models of this project may use in a day. The settings of the server say how much."
    >
      <Card className="divide-y divide-line">
        {budgets.map((budget) => (
          <div key={`${budget.of} ${budget.unit}`} className="grid gap-2 p-5 sm:grid-cols-[200px_1fr] sm:items-center">
            <p className="font-medium">
              {budget.of === "answers" ? "Answers to readers" : "Agent jobs"}
              {budget.unit === "money" && ", in money"}
            </p>
            <div className="min-w-0">
              <progress
                className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
                aria-label={`Used by ${budget.of}, in ${budget.unit}`}
                max={Math.max(budget.perDay, 1)}
                value={Math.min(budget.used, budget.perDay)}
              />
              <p className="mt-2 text-[13px] text-ink-soft">
                {write(budget.used, budget)} of {write(budget.perDay, budget)}
                {budget.unit === "tokens" && " tokens"}
                {budget.resetsAt !== null && (
                  <>
                    ; begins anew <Time at={budget.resetsAt} />
                  </>
                )}
              </p>
            </div>
          </div>
        ))}
      </Card>
    </Section>
  );
}

function write(amount: number, { unit }: Budget): string {
  return amount.toLocaleString("en", unit === "money" ? { minimumFractionDigits: 2, maximumFractionDigits: 4 } : {});
}
