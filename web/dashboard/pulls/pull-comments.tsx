import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { type PullRequest, pullRequestQuery } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { Avatar } from "../ui/avatar.tsx";
import { TextArea } from "../ui/field.tsx";
import { Form, SubmitRow } from "../ui/form.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { Card, Section } from "../ui/page.tsx";
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
    <Form
      className="grid gap-3"
      onSubmit={(fields, form) => send.mutate(String(fields.get("body")), { onSuccess: () => form.reset() })}
    >
      <TextArea label="Add a comment" name="body" rows={3} maxLength={65_536} required hint="Markdown is supported." />
      <SubmitRow change={send}>Comment</SubmitRow>
    </Form>
  );
}
