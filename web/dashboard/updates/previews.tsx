import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { type Answer, api, previewsQuery } from "../api/client.ts";
import { optimisticUpdate } from "../api/optimistic-update.ts";
import { useProject } from "../shell/current-project.ts";
import { IconButton } from "../ui/button.tsx";
import { Section } from "../ui/page.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { useAction } from "../ui/use-action.ts";

/** The published branch previews. Hidden if there are none. */
export function Previews() {
  const { project, may } = useProject();
  const { data } = useQuery(previewsQuery(project.id));
  const remove = useAction((branch: string) => api.removePreview({ projectId: project.id, branch }), {
    message: "Preview removed.",
    shownAtOnce: optimisticUpdate(
      previewsQuery(project.id),
      ({ previews }: Answer<"listPreviews">, branch: string) => ({
        previews: previews.filter((preview) => preview.branch !== branch),
      }),
    ),
  });
  if (data === undefined || data.previews.length === 0) {
    return null;
  }
  return (
    <div className="mt-10">
      <Section title="Branch previews">
        <Table
          label="Branch previews"
          rows={data.previews}
          keyOf={({ branch }) => branch}
          columns={({ main, column, time, actions }) => [
            main("Branch", ({ branch, url }) => (
              <>
                <code className="block truncate" title={branch}>
                  {branch}
                </code>
                <Beneath>
                  <Address url={url} />
                </Beneath>
              </>
            )),
            column("Address", ({ url }) => <Address url={url} />, { from: "sm" }),
            time("Published", ({ publishedAt }) => publishedAt),
            actions(
              ({ branch }) =>
                may("editor") && (
                  <IconButton
                    label={`Remove preview of ${branch}`}
                    disabled={remove.isPending}
                    onClick={() => remove.mutate(branch)}
                  >
                    <Trash2 size={16} />
                  </IconButton>
                ),
            ),
          ]}
        />
      </Section>
    </div>
  );
}

/** A long address is cut at its end, because previews differ at the beginning. */
function Address({ url }: { url: string }) {
  const address = url.replace(/^https?:\/\//, "");
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      title={address}
      className="block max-w-md truncate text-accent hover:underline"
    >
      {address}
    </a>
  );
}
