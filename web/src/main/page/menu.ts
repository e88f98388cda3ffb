// The menu of what can be done with the box, row or node that the mouse or the keyboard is on.

import { type Action, keyName, type Target } from "./actions.ts";
import { h } from "./dom.ts";
import { short } from "./format.ts";

/** Where a menu opens, in pixels of the window, and what it is about. */
export interface Spot { target: Target; x: number; y: number }

/** Keeps this far from the window's edges. */
const ROOM = 4;

export class Menu {
  private readonly name = h("p", { class: "menu-name" });
  private readonly list = h("div", { role: "menu" });
  private readonly element = h("div", { class: "menu", hidden: true }, this.name, this.list);
  /** What had the focus before. */
  private before: HTMLElement | null = null;
  private entries: { action: Action; button: HTMLElement }[] = [];

  constructor(private readonly actionsOf: (target: Target) => Action[][]) {
    document.body.append(this.element);
    this.element.addEventListener("keydown", event => this.key(event));
    this.element.addEventListener("contextmenu", event => event.preventDefault());
    addEventListener("pointerdown", event => { if (!this.element.contains(event.target as Node)) this.close(false); }, true);
    addEventListener("wheel", event => { if (!this.element.contains(event.target as Node)) this.close(); }, { capture: true, passive: true });
    addEventListener("resize", () => this.close());
    addEventListener("blur", () => this.close());
  }

  /**
   * Opens for what is found in an element: at the mouse, or without an event where the element's own cursor is, at the
   * menu key or Shift+F10.
   */
  listen(element: HTMLElement, find: (event: MouseEvent | null) => Spot | null): void {
    const open = (event: Event, spot: Spot | null) => {
      if (!spot) return;
      event.preventDefault();
      event.stopPropagation();
      this.open(spot);
    };
    element.addEventListener("contextmenu", event => open(event, find(event)));
    element.addEventListener("keydown", event => {
      if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) open(event, find(null));
    });
  }

  private open({ target, x, y }: Spot): void {
    if (this.element.hidden) this.before = document.activeElement as HTMLElement | null;
    this.entries = [];
    const groups = this.actionsOf(target).map(actions => h("div", { role: "group" }, ...actions.map(action => this.entry(action))));
    this.list.replaceChildren(...groups);
    this.list.setAttribute("aria-label", "Actions for " + target.name);
    this.name.textContent = target.kind === "method" ? short(target.name) : target.name;
    this.name.title = target.name;
    this.element.hidden = false;
    const { offsetWidth, offsetHeight } = this.element;
    this.element.style.left = Math.max(ROOM, Math.min(x, innerWidth - offsetWidth - ROOM)) + "px";
    this.element.style.top = Math.max(ROOM, Math.min(y, innerHeight - offsetHeight - ROOM)) + "px";
    this.focus(this.entries.findIndex(each => each.action.isOn));
  }

  private entry(action: Action): HTMLElement {
    const button = h("button", { role: "menuitem", tabindex: -1, title: action.hint, onclick: () => this.run(action),
      onpointermove: () => button.focus() },
      h("span", {}, action.text), h("kbd", {}, keyName(action.key)));
    if (!action.isOn) button.setAttribute("aria-disabled", "true");
    this.entries.push({ action, button });
    return button;
  }

  private run(action: Action): void {
    if (!action.isOn) return;
    this.close();
    action.act();
  }

  private close(returns = true): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    if (returns) this.before?.focus();
  }

  private focus(at: number): void {
    this.entries[at]?.button.focus({ preventScroll: false });
  }

  private key(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const size = this.entries.length, at = this.entries.findIndex(each => each.button === document.activeElement);
    const moves: Record<string, number> = { ArrowDown: (at + 1) % size, ArrowUp: (at - 1 + size) % size, Home: 0, End: size - 1 };
    if (event.key in moves) this.focus(moves[event.key]);
    else if (event.key === "Escape" || event.key === "Tab") this.close();
    else if (event.key === "Enter" || event.key === " ") this.run(this.entries[at].action);
    else {
      const wanted = this.entries.find(each => each.action.key === event.key);
      if (!wanted) return;
      this.run(wanted.action);
    }
    event.preventDefault();
  }
}
