import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { buttonClass } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { Problem } from "../ui/problem.tsx";

/** Layout of the pages before sign-in: one narrow, centered column. */
export function SignedOutPage({ title, children, about }: { title: string; about?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Lectern`;
  }, [title]);
  return (
    <main id="content" className="mx-auto flex min-h-dvh w-full max-w-[416px] flex-col justify-center px-6 py-16">
      <div className="mb-8 flex items-center gap-2.5">
        <Logo size={32} />
        <span className="text-lg font-semibold tracking-tight">Lectern</span>
      </div>
      <h1>{title}</h1>
      {about !== undefined && <p className="mt-1.5 text-ink-soft">{about}</p>}
      <div className="mt-7">{children}</div>
    </main>
  );
}

/** Shown for a link that the server refuses or that was copied without its end. */
export function BrokenLinkPage({ error }: { error: Error | null }) {
  const incomplete = new Error("The address is incomplete: the part after # is missing. Copy the whole link.");
  return (
    <SignedOutPage title="This link doesn’t work">
      <Problem error={error ?? incomplete} />
      <Link to="/sign-in" className={`${buttonClass()} mt-4 w-full`}>
        Sign in
      </Link>
    </SignedOutPage>
  );
}
