// The server's answers about devices and live VMs; docs/web.md and openapi.json describe them.

import { address, get, type Query, Refused } from "./api.ts";
import { byId, h } from "./dom.ts";

export interface Vm {
  pid: number; name: string; state: string; problem: string; waits: boolean; tracing: boolean; debugger: number; selected: number; wire: boolean;
  vm?: string; abi?: string; package?: string; features?: string[];
}

export interface Device { serial: string; state: string; problem: string; model: string; services: boolean; vms: Vm[] }

export type Span = [string, number, number];

export interface Thread {
  id: number; tid: number; name: string; state: string; user: number; system: number; daemon: boolean; cpu: number;
  spans: Span[];
}

export interface HeapFigure { heap: number; time: number; why: number; most: number; size: number; bytes: number; objects: number }

export interface Live extends Vm { now: number; threads: Thread[]; heap: HeapFigure[] }

export interface Party { id: number; name: string; at: string; frames: string[] }

export interface Wait { lock: string; waiter: Party; owner: Party }

/** Which VM is meant. */
export type Which = { device: string; pid: number };

export const api = "/api/v1/";

export function say(text: string, isError = false): void {
  const line = byId("message");
  line.textContent = text;
  line.classList.toggle("error", isError);
  line.hidden = !text;
}

export const fail = (e: unknown) => say(e instanceof Error ? e.message : String(e), true);

export function ask<T>(what: string, query: Query): Promise<T> {
  return get<T>(api + what, query);
}

export async function order<T = null>(what: string, query: Query): Promise<T> {
  const response = await fetch(address(api + what, query), { method: "POST" });
  if (!response.ok) throw new Refused(response.status, (await response.json()).reason);
  return response.status === 204 ? null as T : response.json();
}

/** A button that cannot be pressed again while it works. */
export function doing(text: string, act: () => Promise<unknown>): HTMLButtonElement {
  const button = h("button", {}, text);
  button.addEventListener("click", () => {
    button.disabled = true;
    act().then(() => say(""), fail).finally(() => { button.disabled = false; });
  });
  return button;
}

/** Events of one kind, as long as they are wanted. */
export function listen(what: string, query: Query, handlers: Record<string, (data: any) => void>): EventSource {
  const events = new EventSource(address(api + what, query));
  for (const [name, take] of Object.entries(handlers)) {
    events.addEventListener(name, event => take(JSON.parse((event as MessageEvent).data)));
  }
  return events;
}

/** A view of one VM or device in a tab. */
export interface Panel {
  readonly element: HTMLElement;
  /** The VM stands so now; the panel may not be seen. */
  take?(live: Live): void;
  /** It has come into sight, or its room has changed. */
  show?(): void;
  /** It has gone out of sight. */
  hide?(): void;
}
