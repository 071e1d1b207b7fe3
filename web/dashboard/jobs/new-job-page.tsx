import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { WandSparkles } from "lucide-react";
import { useState } from "react";
import { api } from "../api/client.ts";
import { BackLink } from "../shell/back-link.tsx";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { Form, SubmitRow } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { builtInTasks } from "./built-in-tasks.ts";

export function NewJobPage() {
  const { project, params, may } = useProject();
  const { prompt: given = "" } = useSearch({ strict: false });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [prompt, setPrompt] = useState(given);
  const create = useMutation({
    mutationFn: (form: FormData) => {
      const field = (name: string) => String(form.get(name) ?? "").trim();
      return api.createAgentJob({
        projectId: project.id,
        prompt,
        ...(field("ref") !== "" && { ref: field("ref") }),
        ...(field("model") !== "" && { model: field("model") }),
      });
    },
    meta: { showsError: true },
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ["jobs", project.id] });
      void navigate({ to: "/$organization/$domain/jobs/$jobId", params: { ...params, jobId: id } });
    },
  });
  return (
    <Page
      title="New agent job"
      eyebrow={<BackLink list="jobs" />}
      description="The agent works on a branch of its own. Nothing is published before you merge its pull request."
    >
      {!may("editor") ? (
        <Problem error={new Error("Only editors and admins can give the agent a job.")} />
      ) : (
        <Form className="grid max-w-[720px] gap-6" onSubmit={(fields) => create.mutate(fields)}>
          <TextArea
            label="What should change?"
            value={prompt}
            onChange={(event) => setPrompt(event.target.value)}
            rows={7}
            maxLength={20_000}
            required
            placeholder="Explain in guides/backup.mdx how to restore on another machine."
          />
          <div>
            <h2 className="mb-2 text-sm font-medium">Built-in tasks, without a language model</h2>
            <div className="flex flex-wrap gap-2">
              {builtInTasks.map(({ title, prompt: text }) => (
                <Button
                  key={title}
                  size="small"
                  icon={<WandSparkles size={16} className="text-accent" aria-hidden />}
                  onClick={() => setPrompt(text)}
                >
                  {title}
                </Button>
              ))}
            </div>
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Start from the branch"
              name="ref"
              isOptional
              maxLength={250}
              placeholder={project.branch}
              hint="The project's branch without it."
            />
            <TextField
              label="Model"
              name="model"
              isOptional
              maxLength={200}
              placeholder="as configured"
              hint="What the server is set up with, without it."
            />
          </div>
          <SubmitRow change={create} look="primary">
            Start the job
          </SubmitRow>
        </Form>
      )}
    </Page>
  );
}
