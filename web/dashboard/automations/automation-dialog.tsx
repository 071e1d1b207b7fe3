import { useState } from "react";
import { agentTasks } from "../../../src/contract/agent-tasks.ts";
import { automationLimits } from "../../../src/contract/automation-limits.ts";
import { api, automationQueries } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { SelectField, TextArea, TextField } from "../ui/field.tsx";
import { ActionDialog, fieldText } from "../ui/form.tsx";
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
  const save = (fields: FormData) => {
    const written = readFields(fields, {
      definition,
      known,
      trigger,
      what,
      task,
      values: values.map(({ name }) => name),
    });
    return automation === undefined
      ? api.createAutomation({ projectId: project.id, ...written })
      : api.changeAutomation({ projectId: project.id, id: automation.id, definition: written });
  };
  return (
    <ActionDialog
      title={automation === undefined ? "New automation" : "Edit automation"}
      action="Save"
      width="wide"
      run={save}
      rereads={automationQueries(project.id)}
      onClose={onClose}
    >
      <TextField label="Name" name="name" required maxLength={100} defaultValue={definition.name} />
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
            name="schedule"
            required
            maxLength={100}
            defaultValue={when.schedule ?? "0 6 * * 1"}
            hint="Minute, hour, day, month and weekday. 0 6 * * 1 is Mondays at 6:00."
          />
          <TextField
            label="Time zone"
            name="timeZone"
            isOptional
            maxLength={60}
            defaultValue={when.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
          />
        </div>
      )}
      {trigger === "update" && (
        <SelectField label="Which updates" name="update" defaultValue={when.update} options={updates} />
      )}
      {trigger === "question" && (
        <TextField
          label="Questions about the same subject"
          name="question"
          type="number"
          required
          min={1}
          max={automationLimits.questions}
          defaultValue={when.question ?? 3}
        />
      )}
      {trigger === "feedback" && (
        <SelectField label="Which feedback" name="feedback" defaultValue={when.feedback} options={feedback} />
      )}
      <SelectField label="What" value={what} onChange={(event) => setWhat(event.target.value as What)} options={acts} />
      {what === "prompt" && (
        <TextArea
          label="Prompt"
          name="prompt"
          required
          maxLength={20_000}
          defaultValue={act.prompt}
          hint="Without a language model, only built-in tasks are understood."
        />
      )}
      {what === "task" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Task"
            value={task}
            onChange={(event) => setTask(event.target.value)}
            options={agentTasks.map(({ name, title }) => [name, title] as const)}
          />
          {values.map(({ name, label, isOptional = false }) => (
            <TextField
              key={`${task}-${name}`}
              label={label}
              name={`value-${name}`}
              isOptional={isOptional}
              required={!isOptional}
              maxLength={300}
              defaultValue={act.task?.name === task ? String(act.task[name as keyof typeof act.task] ?? "") : ""}
            />
          ))}
          <TextField
            label="Only in this page or folder"
            name="value-in"
            isOptional
            maxLength={300}
            defaultValue={act.task?.in ?? ""}
          />
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
          name="runsPerDay"
          type="number"
          required
          min={1}
          max={automationLimits.runsPerDay}
          defaultValue={limits.runsPerDay ?? automationLimits.runsPerDayDefault}
        />
        {what !== "task" && (
          <TextField
            label="Cost in 24 hours"
            name="cost"
            type="number"
            isOptional
            min={0.01}
            step={0.01}
            defaultValue={limits.cost}
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
  task: string;
  values: readonly string[];
}

function readFields(fields: FormData, { definition, known, trigger, what, task, values }: Chosen): Definition {
  const given = (name: string) => fieldText(fields, name) || undefined;
  const { timeZone: _timeZone, ...others } = { ...definition.when, ...(known !== "none" && { [known]: undefined }) };
  const chosen = {
    none: {},
    schedule: { schedule: given("schedule"), timeZone: given("timeZone") },
    push: { push: true },
    codePush: { codePush: true },
    release: { release: true },
    update: { update: given("update") },
    question: { question: Number(given("question")) },
    feedback: { feedback: given("feedback") },
  }[trigger];
  const taskValues = Object.fromEntries([...values, "in"].map((name) => [name, given(`value-${name}`)]));
  const act = {
    answerQuestions: { answerQuestions: true },
    prompt: { prompt: given("prompt") },
    task: { task: { name: task, ...taskValues } },
  }[what];
  const cost = given("cost");
  const pullRequest = given("pullRequest");
  // Fields that are undefined aren't sent.
  return {
    name: given("name") ?? definition.name,
    when: { ...others, ...chosen },
    do: act,
    ...(pullRequest !== undefined && { pullRequest }),
    limits: { runsPerDay: Number(given("runsPerDay")), ...(cost !== undefined && { cost: Number(cost) }) },
  } as Definition;
}
