import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";

export interface GitCommit {
  /** Undefined if the author gave none. */
  id: string | undefined;
  message: string | undefined;
  tags: string[];
  look: "normal" | "reverse" | "highlight" | "merge" | "cherry-pick";
  branch: GitBranch;
  parents: GitCommit[];
  /** The commit that was cherry-picked. */
  picked: GitCommit | undefined;
}

interface GitBranch {
  name: string;
  order: number;
  head: GitCommit | undefined;
}

interface GitHistory {
  commits: GitCommit[];
  /** From the first lane to the last. */
  branches: GitBranch[];
}

const branchLine = /^branch\s+(?:"([^"]+)"|(\S+))(?:\s+order\s*:\s*(\d{1,4}))?$/;
const checkoutLine = /^(?:checkout|switch)\s+(?:"([^"]+)"|(\S+))$/;
const mergeLine = /^merge\s+(?:"([^"]+)"|([^\s:]+))(?:\s+(.*))?$/;
const option = /\s*(id|msg|tag|type|parent)\s*:\s*(?:"([^"]*)"|(NORMAL|REVERSE|HIGHLIGHT))\s*/y;
const mainName = /mainBranchName["']?\s*:\s*["']?([^"',}\s]+)/;
const mainOrder = /mainBranchOrder["']?\s*:\s*(\d{1,4})/;

/** The history that the commands of a git graph create, in order. */
export function readGitHistory({ lines, settings }: DiagramSource): GitHistory {
  const main: GitBranch = {
    name: mainName.exec(settings)?.[1] ?? "main",
    order: Number(mainOrder.exec(settings)?.[1] ?? 0),
    head: undefined,
  };
  const branches = new Map([[main.name, main]]);
  const commits: GitCommit[] = [];
  let current = main;

  function branchNamed(name: string, line: DiagramLine): GitBranch {
    const branch = branches.get(name);
    if (branch === undefined) throw notUnderstood(line);
    return branch;
  }

  function commitNamed(id: string | undefined, line: DiagramLine): GitCommit {
    const found = commits.find((commit) => commit.id === id);
    if (id === undefined || found === undefined) throw notUnderstood(line);
    return found;
  }

  function add(options: GitOptions, look: GitCommit["look"], merged: GitCommit[], picked?: GitCommit): void {
    const parents = [...(current.head === undefined ? [] : [current.head]), ...merged];
    const { id, message, tags } = options;
    current.head = { id, message, tags, look: options.look ?? look, branch: current, parents, picked };
    commits.push(current.head);
  }

  function run(line: DiagramLine): void {
    const { text } = line;
    const [, command, rest = ""] = /^(commit|cherry-pick)(?:\s+(.*))?$/.exec(text) ?? [];
    const [branched, quotedBranch, plainBranch, order] = branchLine.exec(text) ?? [];
    const [checkedOut, quotedTarget, plainTarget] = checkoutLine.exec(text) ?? [];
    const [merged, quotedMerge, plainMerge, mergeOptions = ""] = mergeLine.exec(text) ?? [];
    if (command === "commit") add(readOptions(rest, line), "normal", []);
    else if (command === "cherry-pick") {
      const { id, ...options } = readOptions(rest, line);
      add({ ...options, id: undefined }, "cherry-pick", [], commitNamed(id, line));
    } else if (branched !== undefined) {
      const name = quotedBranch ?? plainBranch ?? "";
      if (branches.has(name)) throw notUnderstood(line);
      current = { name, order: order === undefined ? orderOf(branches.size) : Number(order), head: current.head };
      branches.set(name, current);
    } else if (checkedOut !== undefined) current = branchNamed(quotedTarget ?? plainTarget ?? "", line);
    else if (merged !== undefined) {
      const { head } = branchNamed(quotedMerge ?? plainMerge ?? "", line);
      if (head === undefined || head === current.head) throw notUnderstood(line);
      add(readOptions(mergeOptions, line), "merge", [head]);
    } else throw notUnderstood(line);
  }

  for (const line of lines) run(line);
  if (commits.length === 0) throw new DiagramProblem("it has no commit");
  return { commits, branches: [...branches.values()].toSorted((one, other) => one.order - other.order) };
}

interface GitOptions extends Pick<GitCommit, "id" | "message" | "tags"> {
  look: "reverse" | "highlight" | undefined;
}

/** `id: "a" tag: "v1" type: HIGHLIGHT`; a text alone is the message. */
function readOptions(text: string, line: DiagramLine): GitOptions {
  const options: GitOptions = { id: undefined, message: /^"([^"]*)"$/.exec(text)?.[1], tags: [], look: undefined };
  if (options.message !== undefined || text.trim() === "") return options;
  let end = 0;
  for (const match of text.matchAll(new RegExp(option, "gy"))) {
    const [whole, name, words = "", look] = match;
    end += whole.length;
    if (name === "id") options.id = words;
    else if (name === "msg") options.message = words;
    else if (name === "tag" && words !== "") options.tags.push(words);
    else if (look === "REVERSE") options.look = "reverse";
    else if (look === "HIGHLIGHT") options.look = "highlight";
  }
  if (end !== text.length) throw notUnderstood(line);
  return options;
}

/** Branches without an order come between the first lanes and the explicitly ordered ones. */
function orderOf(index: number): number {
  return index / 1_000;
}
