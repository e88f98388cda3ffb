// What can be done with a method, class or package: one table for the menu, the details and the keys.

import type { Context } from "./context.ts";
import { STEPS, stepOf } from "./steps.ts";

/**
 * What an action is about. Only methods have a number; the path is the call path that one was met on, if any. Rows of tables
 * have actions of their own.
 */
export interface Target { kind: "method" | "class" | "package" | "thread" | "row"; method: number; name: string; path?: string; own?: Action[][] }

export interface Action {
  id: string;
  text: string;
  /** The key on the keyboard, as events name it. */
  key: string;
  hint: string;
  /** Whether it applies to the target. */
  isOn: boolean;
  act(): void;
}

/** A key as people read it: Shift+F. */
export function keyName(key: string): string {
  const upper = key.toUpperCase();
  return key === upper ? "Shift+" + key : upper;
}

/** A method of an answer; none for what is missing. */
export function methodTarget(method: number, name: string, path = ""): Target | null {
  return method < 0 ? null : { kind: "method", method, name, path };
}

/** The beginnings of the names of a class's and a package's methods, with a dot; empty if there are none. */
export function prefixesOf({ kind, name }: Target): { owner: string; around: string } {
  const before = (text: string) => text.slice(0, text.lastIndexOf(".") + 1);
  switch (kind) {
    case "method": {
      const open = name.indexOf("("), owner = before(open < 0 ? name : name.slice(0, open));
      return { owner, around: before(owner.slice(0, -1)) };
    }
    case "class": return { owner: name && name + ".", around: before(name) };
    case "package": return { owner: "", around: name && name + "." };
    case "thread": case "row": return { owner: "", around: "" };
  }
}

/** An action that copies a text, made when it is needed. */
export function copying(id: string, key: string, text: string, hint: string, what: () => string): Action {
  const isAllowed = "clipboard" in navigator;
  return { id, key, text, isOn: isAllowed && hint !== "", hint: isAllowed ? hint : "Browsers allow it only on pages of this machine or over https",
    act: () => void navigator.clipboard.writeText(what()) };
}

/** All actions in groups; those that do not apply to a target are off. */
export function actionsOf(context: Context, target: Target): Action[][] {
  if (target.kind === "row") return target.own ?? [];
  const { store } = context, { method, name } = target, path = target.path ?? "", isMethod = method >= 0;
  const { owner, around } = prefixesOf(target), { steps } = store.state;
  const show = (tab: string) => () => {
    context.choose(method, path);
    store.set({ tab });
  };
  const collapse = (id: string, key: string, what: string, prefix: string): Action => ({
    id, key, text: "Collapse " + (prefix.slice(0, -1) || what), isOn: prefix !== "",
    hint: `Of calls among the methods of ${prefix || "a " + what}${prefix && "*"} only those from outside stay`,
    act: () => context.step("collapse-" + prefix) });
  return [
    ...target.own ?? [],
    STEPS.map(({ kind, key, text, hint }) => {
      const step = stepOf(kind, method, path);
      return { id: kind, key, text, hint, isOn: step !== "", act: () => context.stepOn(step, kind === "path" ? path : "") };
    }),
    [collapse("collapse-class", "p", "class", owner), collapse("collapse-package", "P", "package", around),
      { id: "recursion", key: "r", text: steps.includes("recursion") ? "Unfold recursion" : "Fold recursion", isOn: true,
        hint: "A call of a method that is running already counts as a call of that one", act: () => context.foldRecursion() }],
    [{ id: "callers", key: "c", text: "Callers & callees", hint: "Who calls it, and whom it calls", isOn: isMethod, act: show("method") },
      { id: "source", key: "o", text: "Source", isOn: isMethod && context.info.sources, act: show("source"),
        hint: context.info.sources ? "Its source or code, with the time at each line" : "This server has no sources" },
      { id: "find", key: "l", text: "Find its calls in the timeline", hint: "Marks them in the timeline; . and , go from call to call", isOn: isMethod && name !== "",
        act: () => context.find(name) },
      copying("copy", "y", "Copy the name", name, () => name)],
  ];
}
