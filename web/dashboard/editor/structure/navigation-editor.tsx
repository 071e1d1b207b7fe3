import { useQuery } from "@tanstack/react-query";
import { FilePlus, Plus } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useAction } from "../../ui/use-action.ts";
import { draftQuery, treeQuery } from "../draft-queries.ts";
import { editorApi } from "../editor-client.ts";
import { TreeSkeleton } from "../files/file-tree.tsx";
import { parentsOf, visibleRows } from "../tree/tree-rows.ts";
import { useTree } from "../tree/use-tree.ts";
import { CreateSettings } from "./create-settings.tsx";
import { followNodes } from "./follow-nodes.ts";
import { NavigationMenu, type StructureDialog } from "./navigation-menu.tsx";
import { NavigationRow } from "./navigation-row.tsx";
import {
  type Direction,
  initiallyOpen,
  isContainer,
  keyTarget,
  kindName,
  moveEdit,
  type NavigationTreeRow,
  navigationRows,
  type Target,
  targetOf,
} from "./navigation-tree.ts";
import { StructureDialogs } from "./structure-dialogs.tsx";
import { UnlistedPages } from "./unlisted-pages.tsx";
import { type Dragged, type DropPlace, useDrag } from "./use-drag.ts";
import { type NavigationEdit, type NavigationNode, type StructureProps, useNavigation } from "./use-structure.ts";

const unlistedPrefix = "page:";
const addable = ["group", "tab", "version", "language", "anchor"] as const;
const noNodes: readonly NavigationNode[] = [];
const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowRight: "in",
  ArrowLeft: "out",
};

/** The addresses of open elements, in the navigation that they were opened in. */
interface Chosen {
  nodes: readonly NavigationNode[];
  open: ReadonlySet<string>;
}

/** The same elements stay open after a change, at their new addresses. */
function openAddresses(nodes: readonly NavigationNode[], chosen: Chosen): Set<string> {
  const addresses = followNodes(chosen.nodes, nodes);
  return new Set([...chosen.open].map((address) => addresses.get(address)).filter((address) => address !== undefined));
}

interface NavigationEditorProps extends StructureProps {
  /** The path of the open file. */
  path: string | undefined;
}

/**
 * The navigation of docs.json as a tree. Pages are opened here, and elements are moved by dragging, by keyboard or by
 * menus.
 */
export function NavigationEditor({ draft, path, canWrite, onOpen }: NavigationEditorProps) {
  const { query, change } = useNavigation(draft);
  const { data: tree } = useQuery(treeQuery(draft));
  const nodes = query.data?.nodes ?? noNodes;
  const hasNoSettings = tree?.files.every(({ path: file }) => file !== "docs.json") === true;
  const [chosen, setChosen] = useState<Chosen>();
  const open = useMemo(
    () => (chosen === undefined ? initiallyOpen(nodes) : openAddresses(nodes, chosen)),
    [nodes, chosen],
  );
  const [dialog, setDialog] = useState<StructureDialog>();
  const [announced, setAnnounced] = useState("");
  const all = useMemo(() => navigationRows(nodes, tree?.files ?? []), [nodes, tree]);
  const rows = visibleRows(all, open);
  const isListed = all.some((row) => row.path === path);
  // Keeps the open page visible, even if it was opened elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: afterwards its group can be closed.
  useEffect(() => {
    const parents = parentsOf(all, path);
    if (parents.some((id) => !open.has(id))) setChosen({ nodes, open: new Set([...open, ...parents]) });
  }, [path, isListed]);

  const toggle = (address: string, isOpen = !open.has(address)) => {
    setChosen({ nodes, open: new Set(isOpen ? [...open, address] : [...open].filter((other) => other !== address)) });
  };
  const edit = (navigationEdit: NavigationEdit, done: string, onDone?: (address: string) => void) => {
    if (query.data === undefined) return;
    change.mutate(
      { edit: navigationEdit, done, seen: query.data },
      {
        onSuccess: ({ address, nodes: after }) => {
          setAnnounced(done);
          if (address === undefined) return;
          // A moved element stays visible, and keeps the focus if it was moved by keyboard.
          const around = after.map((node) => node.address).filter((one) => `${address}/`.startsWith(`${one}/`));
          setChosen({ nodes: after, open: new Set([...openAddresses(after, { nodes, open }), ...around]) });
          onDone?.(address);
        },
      },
    );
  };
  const move = (node: NavigationNode, target: Target, onDone?: (address: string) => void) => {
    const parent = nodes.find(({ address }) => address === target.parent);
    const next = nodes.find(({ address }) => address === target.before);
    const where = next === undefined ? "to the end" : `before ${next.title}`;
    const into = parent === undefined || parent.address === node.parent ? "" : ` of ${parent.title}`;
    edit(moveEdit(node.address, target), `Moved ${node.title} ${where}${into}.`, onDone);
  };

  const find = (address: string) => nodes.find((node) => node.address === address);
  const dropTarget = ({ id }: Dragged, { address, where }: DropPlace): Target | undefined => {
    const over = find(address);
    const moved = id.startsWith(unlistedPrefix) ? { kind: "page" as const } : find(id);
    return over && moved && targetOf(nodes, moved, over, where);
  };
  const drag = useDrag({
    canDrop: (dragged, place) => dropTarget(dragged, place) !== undefined,
    onDrop: (dragged, place) => {
      const target = dropTarget(dragged, place);
      const node = find(dragged.id);
      if (target === undefined) return;
      if (node !== undefined) move(node, target);
      else {
        const name = dragged.id.slice(unlistedPrefix.length);
        edit({ kind: "add", what: "page", name, ...target }, `Added ${dragged.title} to the navigation.`);
      }
    },
    onRest: (address) => {
      const node = find(address);
      if (node !== undefined && isContainer(node)) toggle(address, true);
    },
  });

  const refreshes = [draftQuery(draft)];
  const hide = useAction(
    ({ path, isHidden }: { path: string; isHidden: boolean }) =>
      editorApi.changeFrontmatter({ ...draft, path, key: "hidden", value: isHidden ? true : null }),
    { refreshes },
  );
  const duplicate = useAction((path: string) => editorApi.duplicatePage({ ...draft, path }), {
    refreshes,
    message: ({ path }) => `Created ${path}.`,
    onDone: ({ path }) => onOpen(path),
  });
  const setHidden = (node: NavigationNode, isHidden: boolean) => {
    if (node.kind === "page" && node.path !== undefined) hide.mutate({ path: node.path, isHidden });
    else {
      const done = `${node.title} is ${isHidden ? "hidden" : "shown"}.`;
      edit({ kind: "set", address: node.address, key: "hidden", value: isHidden }, done);
    }
  };
  const select = ({ id, path: file, isParent }: NavigationTreeRow) => {
    if (file !== undefined) onOpen(file);
    // A click on an open group first opens the group's page. Only the next click closes the group.
    if (isParent && (file === undefined || file === path || !open.has(id))) toggle(id);
  };
  const onKey = (event: KeyboardEvent, row: NavigationTreeRow): boolean => {
    const { node } = row;
    if (!canWrite) return false;
    const direction = event.altKey ? directions[event.key] : undefined;
    if (direction !== undefined) {
      const target = keyTarget(nodes, node, direction);
      if (target === undefined) setAnnounced(`${node.title} can't move there.`);
      else move(node, target, focus);
    } else if (event.key === "F2") {
      setDialog(node.kind === "page" && node.path ? { kind: "movePage", path: node.path } : { kind: "rename", node });
    } else if (event.key === "Delete") {
      // Otherwise the next row gets the address, and with it the focus.
      const isLast = nodes.findLast(({ parent }) => parent === node.parent) === node;
      const above = rows[rows.indexOf(row) - 1];
      if (isLast && above !== undefined) focus(above.id);
      edit({ kind: "remove", address: node.address }, `Removed ${node.title} from the navigation.`);
    } else return false;
    return true;
  };
  const { focus, treeProps, itemProps } = useTree({
    rows,
    open,
    path,
    onKey,
    onToggle: ({ id }, isOpen) => toggle(id, isOpen),
    onSelect: select,
  });

  if (query.error !== null) return <Problem error={query.error} onRetry={() => void query.refetch()} className="m-3" />;
  if (query.data === undefined) return <TreeSkeleton />;
  return (
    <section aria-label="Navigation" className="grid gap-2 px-1.5 pb-3">
      {canWrite && (
        <div className="flex flex-wrap gap-2 px-1.5">
          <Button
            size="small"
            icon={<FilePlus size={16} aria-hidden />}
            onClick={() => setDialog({ kind: "createPage", parent: nodes.find((node) => node.path === path)?.parent })}
          >
            New page
          </Button>
          <Menu
            align="start"
            trigger={
              <Button size="small" icon={<Plus size={16} aria-hidden />}>
                Add
              </Button>
            }
          >
            {addable.map((what) => (
              <MenuItem key={what} onSelect={() => setDialog({ kind: "add", what, parent: "/navigation" })}>
                New {kindName(what)}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
      {hasNoSettings && canWrite && <CreateSettings draft={draft} pages={query.data.unlisted} />}
      {(hasNoSettings && canWrite ? [] : query.data.problems).map((problem) => (
        <p
          key={`${problem.file}:${problem.line} ${problem.message}`}
          className="px-1.5 text-[13px] text-warn [overflow-wrap:anywhere]"
        >
          <button type="button" className="underline" onClick={() => onOpen(problem.file)}>
            {problem.file}
            {problem.line === undefined ? "" : `:${problem.line}`}
          </button>{" "}
          {problem.setting} {problem.message}
        </p>
      ))}
      <div className="min-w-0">
        {rows.length > 0 && (
          <div {...treeProps} role="tree" aria-label="Pages in the navigation" aria-busy={change.isPending}>
            {rows.map((row, index) => (
              <NavigationRow
                key={row.id}
                row={row}
                item={itemProps(row, index)}
                canWrite={canWrite}
                drop={drag.place?.address === row.id ? drag.place.where : undefined}
                onToggle={() => toggle(row.id)}
                onSelect={() => select(row)}
                onDrag={(event) => drag.begin(event, { id: row.id, title: row.label })}
                menu={
                  <NavigationMenu
                    node={row.node}
                    canWrite={canWrite}
                    onOpen={onOpen}
                    onDialog={setDialog}
                    onEdit={edit}
                    onHide={(isHidden) => setHidden(row.node, isHidden)}
                    onDuplicate={(path) => duplicate.mutate(path)}
                  />
                }
              />
            ))}
          </div>
        )}
        <UnlistedPages
          pages={query.data.unlisted}
          files={tree?.files ?? []}
          path={path}
          nodes={nodes}
          canWrite={canWrite}
          onOpen={onOpen}
          onDrag={(event, page) => drag.begin(event, { id: `${unlistedPrefix}${page.slug}`, title: page.title })}
          onAdd={(page, parent) =>
            edit({ kind: "add", what: "page", name: page.slug, parent }, `Added ${page.title} to the navigation.`)
          }
          onDialog={setDialog}
        />
      </div>
      <p role="status" aria-live="polite" className="sr-only">
        {announced}
      </p>
      {drag.dragged !== undefined && (
        <div
          ref={drag.showGhost}
          aria-hidden
          className="pointer-events-none fixed top-0 left-0 z-50 max-w-60 truncate rounded-control border border-line bg-raised px-2.5 py-1 text-[13px] shadow-float"
        >
          {drag.dragged.title}
        </div>
      )}
      <StructureDialogs
        draft={draft}
        dialog={dialog}
        onClose={() => setDialog(undefined)}
        onOpen={onOpen}
        onRemoved={(removed) => {
          const next = tree?.navigation.find((item) => item.path !== undefined && item.path !== removed)?.path;
          if (removed === path && next !== undefined) onOpen(next);
        }}
        onEdit={edit}
      />
    </section>
  );
}
