import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { type PullRequest, pullRequestQuery } from "../api/queries.ts";
import { useProject } from "../shell/place.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Time } from "../ui/time.tsx";

/** The comments, oldest first, and a form to add one. */
export function PullComments({ pull }: { pull: PullRequest }) {
  const { may } = useProject();
  if (pull.comments.length === 0 && !may("editor")) {
    return null;
  }
  return (
    <Section title="Comments">
      <div className="grid gap-4">
        {pull.comments.map(({ number, author, body, createdAt, updatedAt }) => (
          <Card key={number}>
            <article>
              <header className="flex min-h-11 items-center gap-2.5 border-b border-line px-5 py-2">
                <Avatar name={author} />
                <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{author}</span>
                <span className="text-ink-soft">
                  <Time at={updatedAt} />
                  {updatedAt !== createdAt && " (edited)"}
                </span>
              </header>
              <div className="px-5 py-4">
                <Markdown text={body} />
              </div>
            </article>
          </Card>
        ))}
        {may("editor") && <NewComment pull={pull} />}
      </div>
    </Section>
  );
}

function NewComment({ pull }: { pull: PullRequest }) {
  const { project } = useProject();
  const queries = useQueryClient();
  const number = String(pull.number);
  const send = useMutation({
    mutationFn: (body: string) => api.commentPullRequest({ projectId: project.id, number, body }),
    meta: { showsError: true },
    onSuccess: () => queries.invalidateQueries(pullRequestQuery(project.id, number)),
  });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        send.mutate(String(new FormData(form).get("body")), { onSuccess: () => form.reset() });
      }}
    >
      <TextArea label="Add a comment" name="body" rows={3} maxLength={65_536} required hint="Markdown is supported." />
      {send.error !== null && <Problem error={send.error} />}
      <div>
        <Button type="submit" isBusy={send.isPending}>
          Comment
        </Button>
      </div>
    </form>
  );
}
