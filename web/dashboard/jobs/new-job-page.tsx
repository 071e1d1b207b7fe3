import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Info, WandSparkles } from "lucide-react";
import { useState } from "react";
import { type AgentTask, agentTasks, writeTaskPrompt } from "../../../src/contract/agent-tasks.ts";
import { builtInModel, modelName } from "../../../src/contract/model-name.ts";
import { api, jobsQuery, projectQuery } from "../api/client.ts";
import type { BodyOf } from "../forms/body-forms.ts";
import { BackLink } from "../shell/back-link.tsx";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { SelectField, TextArea, TextField } from "../ui/field.tsx";
import { Form, SubmitRow } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";

/** Shown in the empty form when the server has no model. */
const builtInExample = "Fix broken links and misspellings";
const promptExample = "Explain in guides/backup.mdx how to restore on another machine.";

export function NewJobPage() {
  const { project, params, may } = useProject();
  const { prompt: given = "" } = useSearch({ strict: false });
  const { data: details } = useQuery(projectQuery(project.id));
  const model = details?.model.installed;
  const navigate = useNavigate();
  const [prompt, setPrompt] = useState(given);
  const [chosen, setChosen] = useState<AgentTask>();
  const choose = (task: AgentTask) => {
    setChosen(task);
    const written = writeTaskPrompt({ name: task.name });
    setPrompt("prompt" in written ? written.prompt : "");
  };
  const create = useAction((body: BodyOf<"createAgentJob">) => api.createAgentJob({ projectId: project.id, ...body }), {
    rereads: [jobsQuery(project.id)],
    onDone: ({ id }) => navigate({ to: "/$organization/$domain/jobs/$jobId", params: { ...params, jobId: id } }),
    showsError: true,
  });
  return (
    <Page
      title="New agent job"
      eyebrow={<BackLink list="jobs" />}
      description="The agent works on its own branch. Nothing is published until you merge its pull request."
    >
      {!may("editor") ? (
        <Problem error={new Error("Only editors and admins can create agent jobs.")} />
      ) : (
        <Form
          className="grid max-w-[720px] gap-6"
          of="createAgentJob"
          error={create.error}
          onSubmit={(body) => create.mutate(body)}
        >
          {model === null && (
            <Notice icon={Info}>
              No language model is configured on this server, so only the built-in tasks work. Choose one below and
              adapt it. Other prompts won't be understood.
            </Notice>
          )}
          <TextArea
            label="What should change?"
            name="prompt"
            value={prompt}
            onChange={(event) => setPrompt(event.target.value)}
            rows={7}
            required
            placeholder={model ? promptExample : builtInExample}
          />
          <div>
            <h2 className="mb-2 text-sm font-medium">Built-in tasks</h2>
            <div className="flex flex-wrap gap-2">
              {agentTasks.map((task) => (
                <Button
                  key={task.name}
                  size="small"
                  icon={<WandSparkles size={16} className="text-accent" />}
                  aria-pressed={chosen === task}
                  onClick={() => choose(task)}
                >
                  {task.title}
                </Button>
              ))}
            </div>
            {chosen && <TaskFields key={chosen.name} task={chosen} onPrompt={setPrompt} />}
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Base branch"
              name="ref"
              placeholder={project.branch}
              hint="Defaults to the project's branch."
            />
            {model && (
              <SelectField label="Done by" name="model" hint="Built-in tasks don't use a language model.">
                <option value="">{model}</option>
                <option value={builtInModel}>{modelName(builtInModel)}</option>
              </SelectField>
            )}
          </div>
          <SubmitRow change={create} look="primary">
            Start job
          </SubmitRow>
        </Form>
      )}
    </Page>
  );
}

/** The values of a task. They are written into the prompt, where they can be adapted. */
function TaskFields({ task, onPrompt }: { task: AgentTask; onPrompt: (prompt: string) => void }) {
  const [values, setValues] = useState<Partial<Record<string, string>>>({});
  const write = (name: string, value: string) => {
    const next = { ...values, [name]: value };
    setValues(next);
    const given = Object.fromEntries(Object.entries(next).filter(([, one]) => one?.trim()));
    const written = writeTaskPrompt({ name: task.name, ...given });
    onPrompt("prompt" in written ? written.prompt : "");
  };
  const fields = [...(task.values ?? []), { name: "in", label: "Only in this page or folder", isOptional: true }];
  return (
    <div className="mt-4 grid gap-5 sm:grid-cols-2">
      {fields.map(({ name, label, isOptional = false }) => (
        <TextField
          key={name}
          label={label}
          isOptional={isOptional}
          maxLength={300}
          value={values[name] ?? ""}
          onChange={(event) => write(name, event.target.value)}
        />
      ))}
    </div>
  );
}
