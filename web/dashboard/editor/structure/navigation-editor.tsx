import { useMutation } from "@tanstack/react-query";
import { FilePlus, Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Problem } from "../../ui/problem.tsx";
import { showError, showMessage } from "../../ui/toast.tsx";
import { editorApi } from "../editor-client.ts";
import { followNodes } from "./follow-nodes.ts";
import { NavigationMenu, type StructureDialog } from "./navigation-menu.tsx";
import { NavigationRow } from "./navigation-row.tsx";
import { initiallyOpen, isContainer, kindName, listRows, moveEdit, type Target, targetOf } from "./navigation-tree.ts";
import { StructureDialogs } from "./structure-dialogs.tsx";
import { UnlistedPages } from "./unlisted-pages.tsx";
import { type Dragged, type DropPlace, useDrag } from "./use-drag.ts";
import { type NavigationEdit, type NavigationNode, type StructureProps, useNavigation } from "./use-structure.ts";
import { useTreeKeys } from "./use-tree-keys.ts";

const unlistedPrefix = "page:";
const addable = ["group", "tab", "version", "language", "anchor"] as const;
const noNodes: readonly NavigationNode[] = [];

/** What is open, by the addresses that the elements had then. */
interface Chosen {
  nodes: readonly NavigationNode[];
  open: ReadonlySet<string>;
}

/** The same elements are open after a change, wherever they are now. */
function openIn(nodes: readonly NavigationNode[], chosen: Chosen): Set<string> {
  const addresses = followNodes(chosen.nodes, nodes);
  return new Set([...chosen.open].map((address) => addresses.get(address)).filter((address) => address !== undefined));
}

/** The navigation of docs.json as a tree, changed by dragging, by keyboard or by menus. */
export function NavigationEditor({ draft, canWrite, onOpen }: StructureProps) {
  const { query, change, refresh } = useNavigation(draft);
  const nodes = query.data?.nodes ?? noNodes;
  const [chosen, setChosen] = useState<Chosen>();
  const open = useMemo(() => (chosen === undefined ? initiallyOpen(nodes) : openIn(nodes, chosen)), [nodes, chosen]);
  const [focused, setFocused] = useState<string>();
  const [dialog, setDialog] = useState<StructureDialog>();
  const [announced, setAnnounced] = useState("");
  const tree = useRef<HTMLDivElement>(null);
  const rows = listRows(nodes, open);
  const current = rows.some(({ node }) => node.address === focused) ? focused : rows[0]?.node.address;

  const toggle = (address: string, isOpen = !open.has(address)) => {
    const next = new Set(open);
    if (isOpen) next.add(address);
    else next.delete(address);
    setChosen({ nodes, open: next });
  };
  const focus = (address: string) => {
    setFocused(address);
    requestAnimationFrame(() => {
      tree.current?.querySelector<HTMLElement>(`[data-address="${CSS.escape(address)}"]`)?.focus();
    });
  };
  const edit = (navigationEdit: NavigationEdit, done: string, onDone?: (address: string) => void) => {
    if (query.data === undefined) return;
    change.mutate(
      { edit: navigationEdit, done, seen: query.data },
      {
        onSuccess: ({ address, nodes: after }) => {
          setAnnounced(done);
          if (address === undefined) return;
          // What moved stays visible, and keeps the focus if it was moved by keyboard.
          const around = after.map((node) => node.address).filter((one) => `${address}/`.startsWith(`${one}/`));
          setChosen({ nodes: after, open: new Set([...openIn(after, { nodes, open }), ...around]) });
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

  const hide = useMutation({
    mutationFn: ({ path, isHidden }: { path: string; isHidden: boolean }) =>
      editorApi.changeFrontmatter({ ...draft, path, key: "hidden", value: isHidden ? true : null }),
    onSuccess: refresh,
    onError: showError,
  });
  const duplicate = useMutation({
    mutationFn: (path: string) => editorApi.duplicatePage({ ...draft, path }),
    onSuccess: ({ path }) => {
      showMessage(`Created ${path}.`);
      void refresh();
      onOpen(path);
    },
    onError: showError,
  });
  const setHidden = (node: NavigationNode, isHidden: boolean) => {
    if (node.kind === "page" && node.path !== undefined) hide.mutate({ path: node.path, isHidden });
    else {
      const done = `${node.title} is ${isHidden ? "hidden" : "shown"}.`;
      edit({ kind: "set", address: node.address, key: "hidden", value: isHidden }, done);
    }
  };
  const keys = useTreeKeys({
    nodes,
    rows,
    canWrite,
    focus,
    toggle,
    onOpen,
    onMove: (node, target) => move(node, target, focus),
    onRefuse: (node) => setAnnounced(`${node.title} can't move there.`),
    onRename: (node) =>
      setDialog(node.kind === "page" && node.path ? { kind: "movePage", path: node.path } : { kind: "rename", node }),
    onRemove: (node) => edit({ kind: "remove", address: node.address }, `Removed ${node.title} from the navigation.`),
  });

  if (query.error !== null) {
    return (
      <div className="p-3">
        <Problem error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return (
    <section aria-label="Navigation" className="grid gap-2 px-1.5 py-3">
      {canWrite && (
        <div className="flex flex-wrap gap-2 px-1.5">
          <Button
            size="small"
            icon={<FilePlus size={16} aria-hidden />}
            onClick={() => setDialog({ kind: "createPage", parent: undefined })}
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
      {query.data?.problems.map((problem) => (
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
          <div ref={tree} role="tree" aria-label="Pages in the navigation" aria-busy={change.isPending}>
            {rows.map((row) => (
              <NavigationRow
                key={row.node.address}
                row={row}
                isFocused={row.node.address === current}
                canWrite={canWrite}
                drop={drag.place?.address === row.node.address ? drag.place.where : undefined}
                onToggle={() => toggle(row.node.address)}
                onOpen={() => row.node.path !== undefined && onOpen(row.node.path)}
                onFocus={() => setFocused(row.node.address)}
                onKeyDown={(event) => keys(event, row)}
                onPointerDown={(event) => drag.begin(event, { id: row.node.address, title: row.node.title })}
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
          pages={query.data?.unlisted ?? []}
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
        onChanged={() => void refresh()}
        onOpen={onOpen}
        onEdit={edit}
      />
    </section>
  );
}
