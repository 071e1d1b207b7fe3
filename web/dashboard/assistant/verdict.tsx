import { type StatusTone, ToneAndWord } from "../ui/status.tsx";

export type Result = "right" | "partly" | "wrong" | "unknown";

const shown: Readonly<Record<Result, { tone: StatusTone; word: string }>> = {
  right: { tone: "ok", word: "Right" },
  partly: { tone: "warn", word: "Partly" },
  wrong: { tone: "bad", word: "Wrong" },
  unknown: { tone: "idle", word: "Judge again" },
};

export function Verdict({ result }: { result: Result }) {
  return <ToneAndWord {...shown[result]} />;
}
