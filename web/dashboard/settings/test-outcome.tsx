import { Problem } from "../ui/problem.tsx";

interface TestOutcomeProps {
  test: { error: unknown; data: { problem: string | null; milliseconds?: number } | undefined; isPending: boolean };
  success: string;
}

/** The result of a test button. */
export function TestOutcome({ test: { error, data, isPending }, success }: TestOutcomeProps) {
  if (isPending) return null;
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return null;
  return (
    <p role="status" className={data.problem === null ? "text-ok" : "text-danger"}>
      {data.problem ??
        (data.milliseconds === undefined ? success : `${success} It took ${seconds(data.milliseconds)}.`)}
    </p>
  );
}

function seconds(milliseconds: number): string {
  const format = { style: "unit", unit: "second", unitDisplay: "long", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat("en", format).format(milliseconds / 1_000);
}
