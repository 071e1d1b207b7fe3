import { type DiagramLine, DiagramProblem, notUnderstood } from "./diagram-source.ts";
import { addDuration, type DateReader, type DayOff, dateReader, dayMs, daysOff, type Moment } from "./gantt-dates.ts";

export interface GanttTask {
  name: string;
  section: string | undefined;
  tags: ReadonlySet<string>;
  start: Moment;
  end: Moment;
}

/** A parsed task line. Its start may depend on another task. */
interface Plan extends Omit<GanttTask, "start" | "end"> {
  line: DiagramLine;
  id: string | undefined;
  from: string | undefined;
  to: string;
}

interface Calendar {
  readDate: DateReader;
  isOff: DayOff | undefined;
  endsIncluded: boolean;
}

const tagNames: ReadonlySet<string> = new Set(["active", "done", "crit", "milestone", "vert"]);
const momentMax = Date.UTC(10_000, 0);
/** Axis formatting and click handlers, which don't change the tasks. */
const ignored = /^(?:axisFormat|tickInterval|todayMarker|weekday|click|displayMode|topAxis)\b/;

export function readGantt(lines: readonly DiagramLine[]): { title: string | undefined; tasks: GanttTask[] } {
  const plans: Plan[] = [];
  const settings = new Map<string, string>();
  let section: string | undefined;
  for (const line of lines) {
    const [, word = "", words = ""] =
      /^(title|section|dateFormat|excludes|includes|weekend|inclusiveEndDates)\b\s*(.*)$/.exec(line.text) ?? [];
    if (word === "section") section = words;
    else if (word !== "") settings.set(word, words);
    else if (!ignored.test(line.text)) plans.push(readPlan(line, section));
  }
  const readDate = dateReader(settings.get("dateFormat") ?? "YYYY-MM-DD");
  const [excluded, included] = [settings.get("excludes") ?? "", settings.get("includes") ?? ""];
  const isOff = daysOff(excluded, readDate, { included, weekend: settings.get("weekend") });
  const tasks = schedule(plans, { readDate, isOff, endsIncluded: settings.has("inclusiveEndDates") });
  return { title: settings.get("title"), tasks };
}

/** `Name : done, id, start, end`; ID and start are optional. */
function readPlan(line: DiagramLine, section: string | undefined): Plan {
  const [, name = "", data = ""] = /^([^:]+):(.*)$/.exec(line.text) ?? [];
  const words = data
    .replace(/\s%%.*$/, "")
    .split(",")
    .map((word) => word.trim());
  const first = words.findIndex((word) => !tagNames.has(word));
  const tags = new Set(first < 0 ? words : words.slice(0, first));
  const [to, from, id, ...rest] = (first < 0 ? [] : words.slice(first)).reverse();
  if (name.trim() === "" || to === undefined || rest.length > 0) throw notUnderstood(line);
  return { line, name: name.trim(), section, tags, id, from, to };
}

function schedule(plans: Plan[], calendar: Calendar): GanttTask[] {
  const places = new Map(plans.flatMap(({ id }, index) => (id === undefined ? [] : [[id, index] as const])));
  const done = new Map<number, GanttTask>();
  const underway = new Set<number>();

  /** Tasks may depend on later ones, but not on themselves. */
  function taskAt(index: number): GanttTask {
    const known = done.get(index);
    if (known !== undefined) return known;
    const plan = plans[index];
    if (plan === undefined || underway.has(index)) throw new DiagramProblem("its tasks wait for each other");
    underway.add(index);
    const start = startOf(plan, index);
    const end = endOf(plan, start);
    if (!(Math.max(start, end) < momentMax)) throw new DiagramProblem("it ends after the year 9999");
    if (end < start) throw new DiagramProblem(`its task "${plan.name.slice(0, 40)}" ends before it starts`);
    const task = { name: plan.name, section: plan.section, tags: plan.tags, start, end };
    done.set(index, task);
    return task;
  }

  function named(words: string, plan: Plan): GanttTask[] {
    return words.split(/\s+/).map((id) => {
      const place = places.get(id);
      if (place === undefined) throw notUnderstood(plan.line);
      return taskAt(place);
    });
  }

  function startOf(plan: Plan, index: number): Moment {
    if (plan.from === undefined && index > 0) return taskAt(index - 1).end;
    const after = /^after\s+(.+)$/.exec(plan.from ?? "")?.[1];
    const start =
      after === undefined ? calendar.readDate(plan.from ?? "") : Math.max(...named(after, plan).map(({ end }) => end));
    if (start === undefined) throw notUnderstood(plan.line);
    return start;
  }

  function endOf(plan: Plan, start: Moment): Moment {
    const until = /^until\s+(.+)$/.exec(plan.to)?.[1];
    if (until !== undefined) return Math.min(...named(until, plan).map((task) => task.start));
    const date = calendar.readDate(plan.to);
    if (date !== undefined) return date + (calendar.endsIncluded ? dayMs : 0);
    const end = addDuration(start, plan.to, calendar.isOff);
    if (end === undefined) throw notUnderstood(plan.line);
    return end;
  }

  return plans.map((_, index) => taskAt(index));
}
