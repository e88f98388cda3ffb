// Elements in few words. Texts are set as texts, never as markup: names come from traces of anybody.

type Child = Node | string | null | false;
type Attributes = Record<string, string | number | boolean | ((event: any) => void)>;

/** An element: h("button", { class: "quiet", onclick: go }, "Go"). */
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else element.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null && child !== false) element.append(child);
  return element;
}

/** The element of an id, which the page has. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error("the page has no #" + id);
  return element as T;
}

/** Lets calls that follow each other quickly be one, at the next frame. */
export function eachFrame(work: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; work(); });
  };
}

/** Lets only the last of calls through that follow each other within so many milliseconds. */
export function settled(milliseconds: number, work: () => void): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
  };
}

/** A canvas as wide and high as it is shown, in the device's pixels; drawn in those of the page. */
export function fitted(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = window.devicePixelRatio || 1;
  const w = Math.max(1, Math.round(width * ratio)), t = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== w || canvas.height !== t) {
    canvas.width = w;
    canvas.height = t;
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
  }
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/** Whether letters are typed into a field. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName);
}
