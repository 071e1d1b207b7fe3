import { join } from "node:path";
import { chooseCodeHost, withPreview } from "../code-hosts/choose-code-host.ts";
import type { EditorHosting } from "../editor/editor-deps.ts";
import { pushHosted } from "../git-host/receive-push.ts";
import { createFindAgentModel } from "./agent-job-deps.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";
import { createLocateReadable, createLocateSource } from "./locate-source.ts";

/** How the editor reaches repositories and code hosts. */
export function editorHosting(app: Omit<App, "close">): EditorHosting {
  const folders = foldersOf(app.config);
  const hosting = { ...app, ...app.config, repositoriesFolder: folders.repositories };
  return {
    locate: createLocateReadable(app),
    locateToPush: createLocateSource(app),
    chooseCodeHost: withPreview(app, chooseCodeHost(hosting)),
    findAgentModel: createFindAgentModel(app),
    pushHosted: (project, move, signal, push) => pushHosted(hosting, project, move, signal, push),
    folder: join(app.config.dataFolder, "editor"),
    allowedHosts: app.config.allowedHosts,
  };
}
