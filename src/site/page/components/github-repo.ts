import { element } from "../../ground/html/html-node.ts";
import { findIcon } from "../icons/find-icon.ts";
import { linkElement } from "../markdown/links-and-images.ts";
import { textProp } from "../markdown/props.ts";
import type { Component } from "./component.ts";
import { ownIcon } from "./own-icon.ts";

const repository = /^(?:https?:\/\/(?:www\.)?github\.com\/)?([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/;

/** A link to a repository. It asks nobody for stars: a reader's browser talks to this site only. */
export const githubRepo: Component = ({ props, node }, context) => {
  const repo = textProp(props, "repo") ?? "";
  const [, owner, name] = repository.exec(repo.trim()) ?? [];
  if (owner === undefined || name === undefined) {
    context.warn(`<GitHub.Repo repo="${repo.slice(0, 80)}"> names no repository`, node, {
      hint: 'write repo="owner/name"',
    });
    return [];
  }
  const variant = textProp(props, "variant") === "flat" ? "flat" : "inset";
  const mark = findIcon("fontawesome", "github", "brands");
  const words = element("span", { class: "repository-name" }, [
    element("span", { class: "repository-owner" }, [`${owner}/`]),
    name,
  ]);
  const content = [...(mark === undefined ? [] : [mark]), words, ownIcon("arrow-up-right", "repository-arrow")];
  const link = linkElement(`https://github.com/${owner}/${name}`, content, node, context);
  return [{ ...link, attributes: { ...link.attributes, class: `repository repository-${variant}` } }];
};
