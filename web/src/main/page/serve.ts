// The first page of a server that keeps traces: upload, what was uploaded from this browser, what the server lists.

import { byId, h } from "./dom.ts";
import { counted } from "./format.ts";
import { setTheme } from "./theme.ts";
import { create, type Entry, forget, kept, page, type Receipt, upload } from "./uploads.ts";

function bytes(size: number): string {
  const units = ["bytes", "KB", "MB", "GB"];
  let unit = 0;
  for (; size >= 1000 && unit < units.length - 1; unit++) size /= 1000;
  return `${unit && size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}

function row(entry: Entry, ...more: (Node | string)[]): HTMLElement {
  const when = new Date(entry.added);
  return h("tr", {},
    h("td", {}, h("a", { href: page(entry.id) }, entry.title)),
    h("td", {}, entry.format),
    h("td", { class: "number" }, bytes(entry.size)),
    h("td", { class: "number" }, `${counted(entry.threads, "thread")}, ${counted(entry.methods, "method")}`),
    h("td", {}, isNaN(when.getTime()) ? "" : when.toLocaleString()),
    h("td", {}, h("a", { href: `/traces/${encodeURIComponent(entry.id)}/flame.svg` }, "flame graph")),
    h("td", {}, ...more));
}

function showOwn(): void {
  const all = kept();
  byId("own-part").hidden = all.length === 0;
  byId("own").replaceChildren(...all.map(receipt => row(receipt,
    h("button", { "aria-label": "Delete " + receipt.title, onclick: () => remove(receipt) }, "Delete"))));
}

async function remove(receipt: Receipt): Promise<void> {
  const answer = await fetch("/api/v1/traces/" + encodeURIComponent(receipt.id),
    { method: "DELETE", headers: { "Owner-Token": receipt.token ?? "" } });
  if (answer.ok || answer.status === 404) {
    say(`${receipt.title} is deleted`);
    forget(receipt.id);
    showOwn();
    showAll();
  } else {
    say(await reason(answer));
  }
}

async function reason(answer: Response): Promise<string> {
  try {
    return (await answer.json()).reason;
  } catch {
    return "the server has answered " + answer.status;
  }
}

let isListing = false;

async function showServer(): Promise<void> {
  const answer = await fetch("/api/v1/server");
  if (!answer.ok) return;
  const server: { listing: boolean; fleet: boolean; most_bytes: number; keep_seconds: number } = await answer.json();
  const days = server.keep_seconds / 86400;
  byId("limits").textContent = `Up to ${bytes(server.most_bytes)}, kept for ` +
    (days >= 1 ? `${Math.round(days)} days` : `${Math.round(server.keep_seconds / 3600)} hours`) + " at most.";
  isListing = server.listing;
  byId("fleet").hidden = !server.fleet;
  showAll();
}

/** The server's list of traces, if it is enabled. */
async function showAll(): Promise<void> {
  if (!isListing) return;
  const answer = await fetch("/api/v1/traces?count=200");
  if (!answer.ok) return;
  const list: { total: number; traces: Entry[] } = await answer.json();
  byId("all-part").hidden = false;
  byId("all-title").textContent = `All traces (${list.total})`;
  byId("all").replaceChildren(...list.traces.map(entry => row(entry)));
}

function say(text: string): void {
  byId("message").textContent = text;
}

async function take(file: File): Promise<Receipt | null> {
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Upload of " + file.name });
  const state = h("span", { class: "note" }, "waiting");
  const line = h("li", {}, h("b", {}, file.name), " ", bar, " ", state);
  byId("uploads").append(line);
  try {
    const receipt = await upload(file, share => {
      bar.value = share;
      state.textContent = share < 1 ? Math.round(100 * share) + " %" : "the server reads it";
    });
    showOwn();
    line.remove();
    return receipt;
  } catch (error) {
    bar.remove();
    state.textContent = (error as Error).message;
    state.classList.add("refused");
    return null;
  }
}

/** One after the other; the page of a single one opens. */
async function uploadAll(files: File[]): Promise<void> {
  let last: Receipt | null = null;
  for (const file of files) last = await take(file);
  if (last && files.length === 1) location.href = page(last.id);
  else showAll();
}

async function sample(): Promise<void> {
  try {
    const receipt = await create("/api/v1/sample", null, () => {});
    location.href = page(receipt.id);
  } catch (error) {
    say((error as Error).message);
  }
}

const zone = byId("zone"), input = byId<HTMLInputElement>("file");
input.addEventListener("change", () => uploadAll([...input.files ?? []]));
byId("sample").addEventListener("click", sample);
addEventListener("dragover", event => { event.preventDefault(); zone.classList.add("over"); });
addEventListener("dragleave", event => { if (!event.relatedTarget) zone.classList.remove("over"); });
addEventListener("drop", event => {
  event.preventDefault();
  zone.classList.remove("over");
  uploadAll([...event.dataTransfer?.files ?? []]);
});
byId("curl").textContent = `curl -F file=@app.trace ${location.origin}/api/v1/traces`;
setTheme("");
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme(""));
showOwn();
showServer();
