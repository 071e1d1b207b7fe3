import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { buttonClass } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";

/** Placeholder while a page loads, announced to screen readers. */
export function LoadingPage() {
  return (
    <div className="mx-auto w-full max-w-[1120px] px-4 pt-6 sm:px-8 lg:pt-9" aria-busy="true">
      <p className="sr-only" role="status">
        Loading…
      </p>
      <div className="h-8 w-48 rounded-control bg-sunken motion-safe:animate-pulse-slow" />
      <div className="mt-8 h-64 rounded-card bg-sunken motion-safe:animate-pulse-slow" />
    </div>
  );
}

/** Placeholder for the content of a page whose header is already there. */
export function ContentLoading() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        Loading…
      </p>
      <div className="h-64 rounded-card bg-sunken motion-safe:animate-pulse-slow" />
    </div>
  );
}

/** Shown while the data of a page is loading or when loading failed. */
export function UnavailablePage({ title, ...problem }: { title: string } & ComponentProps<typeof Problem>) {
  if (problem.error === null) return <LoadingPage />;
  return (
    <Page title={title}>
      <Problem {...problem} />
    </Page>
  );
}

export function ProblemPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Page title="Something went wrong">
      <Problem error={error} onRetry={() => router.invalidate()} />
      <Link to="/" className={`${buttonClass()} mt-4`}>
        Go to projects
      </Link>
    </Page>
  );
}
