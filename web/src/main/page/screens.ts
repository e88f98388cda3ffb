// The screens of an app during its trace: small pictures along the timeline.

import { get } from "./api.ts";
import type { Context } from "./context.ts";
import { h } from "./dom.ts";
import { time } from "./format.ts";

interface Answer { name: string[]; from: number[]; duration: number[] }

/** Closer to each other they would cover what is below them. */
const APART = 38;

export class Screens {
  readonly element = h("div", { class: "screens", hidden: true, role: "group", "aria-label": "Screens" });
  private readonly large = h("img", { class: "screen-large", alt: "", hidden: true });
  private ends: number[] = [];
  private buttons: HTMLButtonElement[] = [];

  constructor(private readonly context: Context) {}

  async load(): Promise<void> {
    const { api } = this.context, { name, from, duration } = await get<Answer>(api + "/screens");
    this.ends = from.map((begin, i) => begin + duration[i]);
    this.buttons = name.map((step, i) => {
      const source = `${api}/screens/${i}`, title = `${step}: ${time(duration[i])}; the screen after it`;
      const button = h("button", { class: "screen", title, "aria-label": title, onclick: () => this.context.jump(from[i], this.ends[i]) },
        h("img", { src: source, alt: "" }));
      const show = () => {
        this.large.src = source;
        this.large.hidden = false;
        const { left, bottom } = button.getBoundingClientRect();
        this.large.style.left = `min(${left}px, 100vw - 280px)`;
        this.large.style.top = bottom + 4 + "px";
      };
      const hide = () => { this.large.hidden = true; };
      for (const event of ["pointerenter", "focus"]) button.addEventListener(event, show);
      for (const event of ["pointerleave", "blur"]) button.addEventListener(event, hide);
      return button;
    });
    this.element.replaceChildren(...this.buttons, this.large);
    this.element.hidden = !name.length;
  }

  /** Puts them where their moments are shown. */
  place(from: number, to: number, left: number, width: number): void {
    let last = -Infinity;
    this.buttons.forEach((button, i) => {
      const x = (this.ends[i] - from) / (to - from) * width;
      button.hidden = x < 0 || x > width || x - last < APART;
      if (button.hidden) return;
      last = x;
      button.style.left = Math.min(left + x, left + width - APART) + "px";
    });
  }
}
