import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Gavel, MessagesSquare } from "lucide-react";
import { useState } from "react";
import { conversationQuery, judgedQuestionsQuery, readPages } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { EmptyState } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { JudgeDialog, type Judged, Verdict } from "./judge-dialog.tsx";
import { SiteLink } from "./site-link.tsx";

export function Conversations() {
  const { project } = useProject();
  const [open, setOpen] = useState<string>();
  const query = useInfiniteQuery(readPages("listInsightConversations", { projectId: project.id, limit: 30 }));
  return (
    <>
      <Table
        label="Conversations"
        query={query}
        rows={query.data?.pages.flatMap((page) => page.conversations)}
        keyOf={({ id }) => id}
        loadingRows={5}
        empty={
          <EmptyState icon={<MessagesSquare size={20} />} title="No conversations yet" action={<SiteLink />}>
            Readers' conversations with the assistant appear here. Readers stay anonymous.
          </EmptyState>
        }
        columns={({ main, column }) => [
          main("First question", ({ id, firstQuestion }) => (
            <button
              type="button"
              onClick={() => setOpen(id)}
              className="block w-full truncate text-left after:absolute after:inset-0"
            >
              {firstQuestion}
            </button>
          )),
          column("Messages", ({ messages }) => messages, {
            from: "sm",
            width: "w-28",
            className: "text-ink-soft tabular-nums",
          }),
          column("Last message", ({ updatedAt }) => <Time at={updatedAt} />, {
            width: "w-32",
            className: "text-ink-soft",
          }),
        ]}
      />
      {open !== undefined && <ConversationDialog id={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function ConversationDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { project, may } = useProject();
  const { data, error } = useQuery(conversationQuery(project.id, id));
  const { data: own } = useQuery(judgedQuestionsQuery(project.id));
  const [judged, setJudged] = useState<Judged>();
  const judge = (answerId: string, answer: string, question: string) => {
    const before = own?.questions.find((each) => each.answerId === answerId);
    const judgment = before?.judgment ?? null;
    setJudged({ subject: { answerId }, question, answer, judgment, ...(before && { expected: before }) });
  };
  if (judged !== undefined) return <JudgeDialog judged={judged} onClose={() => setJudged(undefined)} />;
  return (
    <Dialog title="Conversation" isOpen onClose={onClose} width="wide">
      <Problem error={error} />
      <ol className="grid min-h-40 gap-4">
        {data?.messages.map((message, index) => {
          const judgment = own?.questions.find(({ answerId }) => answerId === message.id)?.judgment;
          const question = data.messages[index - 1]?.text ?? "";
          return (
            <li key={message.id}>
              {message.role === "user" ? (
                <p className="ml-auto w-fit max-w-[85%] rounded-card bg-accent-soft px-4 py-2.5 whitespace-pre-wrap [overflow-wrap:anywhere]">
                  {message.text}
                </p>
              ) : (
                <>
                  <Markdown text={message.text} />
                  <p className="mt-2 flex items-center gap-3 text-[13px]">
                    {may("editor") && (
                      <Button
                        size="small"
                        icon={<Gavel size={16} />}
                        onClick={() => judge(message.id, message.text, question)}
                      >
                        Judge
                      </Button>
                    )}
                    {judgment && <Verdict result={judgment} />}
                  </p>
                </>
              )}
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}
