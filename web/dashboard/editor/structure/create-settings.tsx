import { useProject } from "../../shell/current-project.ts";
import { Button } from "../../ui/button.tsx";
import { useAction } from "../../ui/use-action.ts";
import { type DraftParams, draftQuery } from "../draft-queries.ts";
import { editorApi } from "../editor-client.ts";
import type { UnlistedPage } from "./use-structure.ts";

/** Shown if the project has no docs.json, for example because the uploaded folder had none. */
export function CreateSettings({ draft, pages }: { draft: DraftParams; pages: readonly UnlistedPage[] }) {
  const { project } = useProject();
  const create = useAction(() => editorApi.writeDraftFile({ ...draft, path: "docs.json", text: newSettings() }), {
    refreshes: [draftQuery(draft)],
    message: "Created docs.json with all pages.",
  });
  const newSettings = () => {
    const slugs = pages.map(({ slug }) => slug);
    // The home page comes first.
    const listed = [...slugs.filter((slug) => slug === "index"), ...slugs.filter((slug) => slug !== "index")];
    const settings = {
      theme: "mint",
      name: project.name,
      colors: { primary: "#0f766e" },
      navigation: { pages: listed },
    };
    return `${JSON.stringify(settings, null, 2)}\n`;
  };
  return (
    <div className="grid gap-2 px-1.5 text-[13px] text-warn">
      <p>Without docs.json, the site has no navigation and can't be published.</p>
      <Button size="small" className="justify-self-start" isBusy={create.isPending} onClick={() => create.mutate()}>
        Create docs.json
      </Button>
    </div>
  );
}
