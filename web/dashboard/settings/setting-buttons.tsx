import type { RefObject } from "react";
import { Button } from "../ui/button.tsx";
import { Problem } from "../ui/problem.tsx";
import { TestOutcome } from "./test-outcome.tsx";

interface Change {
  error: unknown;
  isPending: boolean;
}

interface SettingButtonsProps {
  form: RefObject<HTMLFormElement | null>;
  source: "environment" | "dashboard" | "none";
  save: Change;
  test: Change & { data: { problem: string | null; milliseconds?: number } | undefined; mutate(form: FormData): void };
  remove: Change & { mutate(): void };
  /** The message of a successful test. */
  success: string;
  /** Whether a setting from the environment can be tested too. */
  isAlwaysTestable?: boolean;
}

/** Buttons to save, test or remove a server setting, unless the environment sets it. */
export function SettingButtons({
  form,
  source,
  save,
  test,
  remove,
  success,
  isAlwaysTestable = false,
}: SettingButtonsProps) {
  const runTest = () => {
    if (form.current?.reportValidity()) test.mutate(new FormData(form.current));
  };
  return (
    <>
      {save.error !== null && <Problem error={save.error} />}
      {remove.error !== null && <Problem error={remove.error} />}
      {(source !== "environment" || isAlwaysTestable) && (
        <div className="flex flex-wrap gap-2">
          {source !== "environment" && (
            <Button type="submit" look="primary" isBusy={save.isPending}>
              Save
            </Button>
          )}
          <Button isBusy={test.isPending} onClick={runTest}>
            Test
          </Button>
          {source === "dashboard" && (
            <Button look="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
              Remove
            </Button>
          )}
        </div>
      )}
      <TestOutcome test={test} success={success} />
    </>
  );
}
