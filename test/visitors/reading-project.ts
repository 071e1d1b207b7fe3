import { pages } from "../assistant/asked-project.ts";
import type { Files } from "../updates/clone.ts";

/** Documentation in two versions with content to search and ask about. */
export const readingProject: Files = {
  ...pages,
  "docs.json": JSON.stringify({
    theme: "mint",
    name: "Kettle",
    logo: "/logo.svg",
    colors: { primary: "#3b5bdb" },
    feedback: { thumbsRating: true },
    lectern: {
      starterQuestions: ["How do I install it on Linux?"],
      contact: { href: "mailto:help@kettle.example", label: "the Kettle team" },
    },
    navigation: {
      versions: [
        { version: "2.0", pages: ["index", "install", "timers", "errors"] },
        { version: "1.0", pages: ["old/install"] },
      ],
    },
  }),
  "logo.svg":
    '<svg xmlns="http://www.w3.org/2000/svg" width="1338" height="195"><rect width="1338" height="195" fill="#3b5bdb"/></svg>',
  "chat.mdx": "---\ntitle: Ask us\nhidden: true\nmode: assistant\n---\n\nWrite to help@kettle.example.\n",
  "old/install.mdx": "---\ntitle: Install version one\n---\n\n## Linux\n\nUnpack the archive of the old kettle.\n",
};
