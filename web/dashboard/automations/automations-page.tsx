import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Link2, Pencil, Play, Plus, Power, Trash2, Workflow } from "lucide-react";
import { useState } from "react";
import { type AutomationRecipe, automationRecipes } from "../../../src/contract/automation-recipes.ts";
import { api, automationQueries, projectQuery, read } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { PullLink, pullRequestNumber } from "../shell/pull-link.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CopyValue } from "../ui/command.tsx";
import { ConfirmAction } from "../ui/confirm-dialog.tsx";
import { DoneDialog } from "../ui/dialog.tsx";
import { ActionsMenu, type MenuEntry } from "../ui/menu-items.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";
import { AutomationDialog } from "./automation-dialog.tsx";
import {
  type Automation,
  type AutomationRun,
  causeNames,
  type Definition,
  describeAct,
  describeWhen,
} from "./describe-automation.ts";

const empty: Definition = { name: "", when: { schedule: "0 6 * * 1" }, do: { task: { name: "fix-links" } } };

/** Work that the agent does by itself. */
export function AutomationsPage() {
  const { project, may } = useProject();
  const query = useQuery(read("listAutomations", { projectId: project.id }));
  const [edited, setEdited] = useState<{ automation?: Automation; definition: Definition }>();
  const [chosenId, setChosenId] = useState<string>();
  const [hook, setHook] = useState<string>();
  const automations = query.data?.automations;
  const chosen = automations?.find(({ id }) => id === chosenId) ?? automations?.[0];
  const names = new Set(automations?.map(({ definition }) => definition.name));
  const ready = automationRecipes.filter(({ definition }) => !names.has(definition.name));
  return (
    <Page
      title="Automations"
      documentTitle={`Automations of ${project.name}`}
      description="The agent works on a schedule, or when something happens, and opens pull requests. Files in .lectern/automations define automations, too."
      action={
        may("editor") && (
          <Button look="primary" icon={<Plus size={16} />} onClick={() => setEdited({ definition: empty })}>
            New automation
          </Button>
        )
      }
    >
      {automations?.length !== 0 && (
        <Section title="Your automations">
          <Table
            label="Automations"
            query={query}
            rows={automations}
            keyOf={({ id }) => id}
            rowClass={({ id }) => (id === chosen?.id ? "bg-hover/60" : "")}
            columns={({ main, column, actions }) => [
              main("Automation", (automation) => (
                <>
                  <button
                    type="button"
                    className="block max-w-full truncate text-left font-medium"
                    aria-pressed={automation.id === chosen?.id}
                    onClick={() => setChosenId(automation.id)}
                  >
                    {automation.definition.name}
                  </button>
                  <span className="line-clamp-2 text-[13px] leading-5 text-ink-soft">
                    {describeWhen(automation.definition)}: {describeAct(automation.definition)}
                  </span>
                  {automation.file !== null && <code className="text-[13px] text-ink-faint">{automation.file}</code>}
                  <Beneath>
                    <LastRun runs={automation.lastRun} />
                  </Beneath>
                </>
              )),
              column("Next run", ({ nextRunAt }) => (nextRunAt === null ? "–" : <Time at={nextRunAt} />), {
                from: "md",
                className: "whitespace-nowrap text-ink-soft",
              }),
              column("Last run", ({ lastRun }) => <LastRun runs={lastRun} />, { from: "sm" }),
              column("State", ({ enabled }) => <Badge tone={enabled ? "ok" : "plain"}>{enabled ? "On" : "Off"}</Badge>),
              ...(may("editor")
                ? [
                    actions((automation: Automation) => (
                      <AutomationMenu
                        automation={automation}
                        onEdit={() => setEdited({ automation, definition: automation.definition })}
                        onHook={setHook}
                      />
                    )),
                  ]
                : []),
            ]}
          />
        </Section>
      )}
      {chosen !== undefined && <History key={chosen.id} automation={chosen} />}
      {may("editor") && automations !== undefined && ready.length > 0 && <Recipes recipes={ready} />}
      {edited !== undefined && (
        <AutomationDialog
          automation={edited.automation}
          definition={edited.definition}
          onClose={() => setEdited(undefined)}
        />
      )}
      {hook !== undefined && (
        <DoneDialog title="Address that starts a run" onClose={() => setHook(undefined)}>
          <div className="grid gap-3">
            <CopyValue text={hook} label="Copy address" />
            <p className="text-ink-soft">
              A POST to this address starts a run. Anyone who knows it can do that. Copy it now: you won’t be able to
              see it again.
            </p>
          </div>
        </DoneDialog>
      )}
    </Page>
  );
}

const tones: Readonly<Record<AutomationRun["status"], BadgeTone>> = {
  running: "plain",
  completed: "ok",
  failed: "danger",
  skipped: "warn",
};
const outcomeNames: Partial<Record<string, string>> = {
  changed: "Changed",
  unchanged: "Nothing to do",
  not_understood: "Not understood",
};

function RunBadge({ run: { status, outcome } }: { run: AutomationRun }) {
  const name = { running: "Running", completed: "Completed", failed: "Failed", skipped: "Skipped" }[status];
  return <Badge tone={tones[status]}>{(status === "completed" && outcomeNames[outcome ?? ""]) || name}</Badge>;
}

function LastRun({ runs: [run] }: { runs: readonly AutomationRun[] }) {
  return run === undefined ? <span className="text-ink-faint">None</span> : <RunBadge run={run} />;
}

interface AutomationMenuProps {
  automation: Automation;
  onEdit: () => void;
  onHook: (url: string) => void;
}

function AutomationMenu({ automation, onEdit, onHook }: AutomationMenuProps) {
  const { project } = useProject();
  const [isRemoving, setRemoving] = useState(false);
  const { enabled, file, definition } = automation;
  const params = { projectId: project.id, id: automation.id };
  const rereads = automationQueries(project.id);
  const run = useAction(() => api.runAutomation(params), {
    rereads,
    message: ({ status, summary }) => (status === "skipped" ? (summary ?? "Not started.") : "Run started."),
  });
  const turn = useAction(() => api.changeAutomation({ ...params, enabled: !enabled }), {
    rereads,
    message: enabled ? "Automation turned off." : "Automation turned on.",
  });
  const hook = useAction(() => api.createAutomationHook(params), { rereads, onDone: ({ url }) => onHook(url) });
  const own: MenuEntry[] = [
    { label: "Edit", icon: Pencil, run: onEdit },
    "line",
    { label: "Remove", icon: Trash2, isDangerous: true, run: () => setRemoving(true) },
  ];
  return (
    <>
      <ActionsMenu
        label={`Actions for ${definition.name}`}
        entries={[
          { label: "Run now", icon: Play, run: () => run.mutate() },
          { label: enabled ? "Turn off" : "Turn on", icon: Power, run: () => turn.mutate() },
          {
            label: automation.hasHook ? "Replace its address" : "Create an address",
            icon: Link2,
            run: () => hook.mutate(),
          },
          ...(file === null ? own : []),
        ]}
      />
      {isRemoving && (
        <ConfirmAction
          title="Remove automation?"
          action="Remove"
          run={() => api.removeAutomation(params)}
          rereads={rereads}
          onClose={() => setRemoving(false)}
        >
          <p>“{definition.name}” and its history are removed. Its jobs and pull requests stay.</p>
        </ConfirmAction>
      )}
    </>
  );
}

function History({ automation }: { automation: Automation }) {
  const { project, params } = useProject();
  const query = useQuery(read("listAutomationRuns", { projectId: project.id, id: automation.id }));
  return (
    <Section title={`Runs of ${automation.definition.name}`}>
      <Table
        label="Runs"
        query={query}
        rows={query.data?.runs}
        keyOf={({ id }) => id}
        empty="No runs yet."
        columns={({ main, column, time }) => [
          column("Outcome", (run) => <RunBadge run={run} />, { width: "w-36" }),
          main("Run", ({ summary, jobId }) => (
            <>
              <span className="line-clamp-2 [overflow-wrap:anywhere]">{summary ?? "At work."}</span>
              {jobId !== null && (
                <Link
                  to="/$organization/$domain/jobs/$jobId"
                  params={{ ...params, jobId }}
                  className="text-[13px] text-accent-strong hover:underline"
                >
                  View job
                </Link>
              )}
            </>
          )),
          column("Started by", ({ cause }) => causeNames[cause], {
            from: "sm",
            className: "whitespace-nowrap text-ink-soft",
          }),
          column("Pull request", showPullRequest, { from: "sm" }),
          time("When", ({ createdAt }) => createdAt, { width: "w-32" }),
        ]}
      />
    </Section>
  );
}

function showPullRequest({ prLink }: AutomationRun) {
  if (prLink === null) return null;
  return (
    <PullLink link={prLink} className="text-accent-strong hover:underline">
      #{pullRequestNumber(prLink) ?? "?"}
    </PullLink>
  );
}

function Recipes({ recipes }: { recipes: readonly AutomationRecipe[] }) {
  const { project } = useProject();
  const { data: details } = useQuery(projectQuery(project.id));
  const add = useAction((definition: Definition) => api.createAutomation({ projectId: project.id, ...definition }), {
    rereads: automationQueries(project.id),
    message: "Automation turned on.",
  });
  return (
    <Section title="Ready to turn on">
      <div className="grid gap-3 sm:grid-cols-2">
        {recipes.map(({ definition, does, needsModel = false }) => {
          const isMissing = needsModel && details?.model.installed === null;
          return (
            <Card key={definition.name} className="flex flex-col items-start gap-2 p-4">
              <h3 className="flex items-center gap-2 font-medium">
                <Workflow size={16} className="text-accent" />
                {definition.name}
              </h3>
              <p className="flex-1 text-ink-soft">
                {does}
                {needsModel && " Needs a language model."}
              </p>
              <Button size="small" disabled={isMissing || add.isPending} onClick={() => add.mutate(definition)}>
                Turn on
              </Button>
            </Card>
          );
        })}
      </div>
    </Section>
  );
}
