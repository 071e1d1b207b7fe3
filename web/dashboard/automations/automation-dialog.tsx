import { useState } from "react";
import { agentTasks } from "../../../src/contract/agent-tasks.ts";
import { automationLimits } from "../../../src/contract/automation-limits.ts";
import { api, automationQueries } from "../api/client.ts";
import type { BodyOf } from "../forms/body-forms.ts";
import { useProject } from "../shell/current-project.ts";
import { SelectField, TextArea, TextField } from "../ui/field.tsx";
import { ActionDialog } from "../ui/form.tsx";
import type { Automation, Definition } from "./describe-automation.ts";

interface AutomationDialogProps {
  /** Undefined for a new one, which starts as `definition`. */
  automation: Automation | undefined;
  definition: Definition;
  onClose: () => void;
}

type Trigger = Exclude<keyof NonNullable<Definition["when"]>, "timeZone">;
type What = "task" | "prompt" | "answerQuestions";

const triggers = [
  ["schedule", "On a schedule"],
  ["push", "After a push"],
  ["codePush", "After a push to a code repository"],
  ["release", "After a release"],
  ["update", "When an update has ended"],
  ["question", "When questions have no answer"],
  ["feedback", "When readers give feedback"],
  ["none", "Only when it is started"],
] as const;
const acts = [
  ["task", "Do a built-in task"],
  ["prompt", "Follow a prompt"],
  ["answerQuestions", "Answer unanswered questions"],
] as const;
const updates = [
  ["ended", "Always"],
  ["succeeded", "If it succeeded"],
  ["failed", "If it failed"],
] as const;
const feedback = [
  ["negative", "Only negative"],
  ["any", "Any"],
] as const;
const pullRequests = [
  ["growing", "Add to the open pull request"],
  ["new", "Open a new one for each run"],
  ["none", "Publish without one if the branch rules allow it"],
] as const;

export function AutomationDialog({ automation, definition, onClose }: AutomationDialogProps) {
  const { project } = useProject();
  const { when = {}, do: act, limits = {} } = definition;
  const known = triggers.find(([name]) => name !== "none" && when[name] !== undefined)?.[0] ?? "none";
  const [trigger, setTrigger] = useState<Trigger | "none">(known);
  const [what, setWhat] = useState<What>(act.answerQuestions ? "answerQuestions" : act.task ? "task" : "prompt");
  const [task, setTask] = useState<string>(act.task?.name ?? "fix-links");
  const values = agentTasks.find(({ name }) => name === task)?.values ?? [];
  const save = (body: BodyOf<"createAutomation">) => {
    const written = withChoices(body, { definition, known, trigger, what });
    return automation === undefined
      ? api.createAutomation({ projectId: project.id, ...written })
      : api.changeAutomation({ projectId: project.id, id: automation.id, definition: written });
  };
  return (
    <ActionDialog
      title={automation === undefined ? "New automation" : "Edit automation"}
      action="Save"
      width="wide"
      of="createAutomation"
      values={definition}
      run={save}
      rereads={automationQueries(project.id)}
      onClose={onClose}
    >
      <TextField label="Name" name="name" />
      <SelectField
        label="When"
        value={trigger}
        onChange={(event) => setTrigger(event.target.value as Trigger)}
        options={triggers}
      />
      {trigger === "schedule" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Schedule"
            name="when.schedule"
            required
            defaultValue={when.schedule ?? "0 6 * * 1"}
            hint="Minute, hour, day, month and weekday. 0 6 * * 1 is Mondays at 6:00."
          />
          <TextField
            label="Time zone"
            name="when.timeZone"
            defaultValue={when.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
          />
        </div>
      )}
      {trigger === "update" && <SelectField label="Which updates" name="when.update" options={updates} />}
      {trigger === "question" && (
        <TextField
          label="Questions about the same subject"
          name="when.question"
          required
          defaultValue={when.question ?? 3}
        />
      )}
      {trigger === "feedback" && <SelectField label="Which feedback" name="when.feedback" options={feedback} />}
      <SelectField label="What" value={what} onChange={(event) => setWhat(event.target.value as What)} options={acts} />
      {what === "prompt" && (
        <TextArea
          label="Prompt"
          name="do.prompt"
          required
          hint="Without a language model, only built-in tasks are understood."
        />
      )}
      {what === "task" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Task"
            name="do.task.name"
            value={task}
            onChange={(event) => setTask(event.target.value)}
            options={agentTasks.map(({ name, title }) => [name, title] as const)}
          />
          {values.map(({ name, label, isOptional = false }) => (
            <TextField
              key={`${task}-${name}`}
              label={label}
              name={`do.task.${name}`}
              required={!isOptional}
              defaultValue={act.task?.name === task ? String(act.task[name as keyof typeof act.task] ?? "") : ""}
            />
          ))}
          <TextField label="Only in this page or folder" name="do.task.in" />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {what !== "answerQuestions" && (
          <SelectField
            label="Pull request"
            name="pullRequest"
            defaultValue={definition.pullRequest ?? "growing"}
            options={pullRequests}
          />
        )}
        <TextField
          label="Runs in 24 hours"
          name="limits.runsPerDay"
          required
          defaultValue={limits.runsPerDay ?? automationLimits.runsPerDayDefault}
        />
        {what !== "task" && (
          <TextField
            label="Cost in 24 hours"
            name="limits.cost"
            isOptional
            step={0.01}
            hint="Counted if the server knows its model’s prices."
          />
        )}
      </div>
    </ActionDialog>
  );
}

interface Chosen {
  definition: Definition;
  known: Trigger | "none";
  trigger: Trigger | "none";
  what: What;
}

/** The triggers that have no field of their own. */
const plainTriggers: readonly string[] = ["push", "codePush", "release"];

function withChoices(body: BodyOf<"createAutomation">, { definition, known, trigger, what }: Chosen): Definition {
  // Fields that are undefined aren't sent.
  const others = { ...definition.when, timeZone: undefined, ...(known !== "none" && { [known]: undefined }) };
  const { timeZone, ...chosen } = body.when ?? {};
  const when = { ...others, ...chosen, ...(plainTriggers.includes(trigger) && { [trigger]: true }) };
  return {
    ...body,
    when: { ...when, ...(timeZone && { timeZone }) },
    ...(what === "answerQuestions" && { do: { answerQuestions: true } }),
  } as Definition;
}
