import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { jobQuery } from "../api/queries.ts";
import { useProject } from "../shell/place.ts";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";

/** Sends a follow-up to an ended job, which continues on the same branch and pull request. */
export function FollowUp({ jobId }: { jobId: string }) {
  const { project } = useProject();
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: (prompt: string) => api.sendAgentMessage({ projectId: project.id, id: jobId, prompt }),
    meta: { showsError: true },
    onSuccess: (job) => queries.setQueryData(jobQuery(project.id, jobId).queryKey, job),
  });
  return (
    <form
      className="mt-10 grid max-w-[720px] gap-4 border-t border-line pt-6"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        send.mutate(String(new FormData(form).get("prompt")), { onSuccess: () => form.reset() });
      }}
    >
      <TextArea
        label="Follow up"
        name="prompt"
        rows={3}
        maxLength={20_000}
        required
        hint="It goes on, on the same branch and pull request."
      />
      {send.error !== null && <Problem error={send.error} />}
      <div>
        <Button type="submit" look="primary" isBusy={send.isPending}>
          Send
        </Button>
      </div>
    </form>
  );
}
