import { Page } from "../ui/page.tsx";

/** The editor: files on the left, the page in the middle, its preview on the right. */
export function EditorPage() {
  return <Page title="Editor">{null}</Page>;
}
