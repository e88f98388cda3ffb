// The traces that this browser has uploaded, with the tokens that delete them: the server keeps no users.

import { get, type Listed, Refused } from "./api.ts";

interface Own {
  id: string; token: string; name: string; added: string;
}

const KEY = "dexscope-uploads";
const MOST = 200;

function own(): Own[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(each => typeof each?.id === "string" && typeof each?.token === "string") : [];
  } catch {
    return [];
  }
}

function keep(all: Own[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still shows what was uploaded; it cannot delete it later.
  }
}

function remember(upload: Own): void {
  keep([upload, ...own().filter(each => each.id !== upload.id)]);
}

/** The traces that can be opened here: those that the server lists, else those of this browser. */
export async function listed(): Promise<Listed[]> {
  try {
    const { traces } = await get<{ traces: (Listed & { name?: string })[] }>("/api/v1/traces");
    return traces.map(trace => ({ id: trace.id, title: trace.title ?? trace.name ?? trace.id, size: trace.size }));
  } catch (e) {
    if (e instanceof Refused && e.status === 403) return own().map(({ id, name }) => ({ id, title: name, size: 0 }));
    throw e;
  }
}

/** Sends a file, told how far it is; the page of what it became. */
export function upload(file: File, progress: (share: number) => void): Promise<Own> {
  return new Promise((done, failed) => {
    // fetch tells nothing of how far a body is.
    const request = new XMLHttpRequest();
    request.open("POST", "/api/v1/traces?name=" + encodeURIComponent(file.name));
    request.upload.onprogress = event => progress(event.total ? event.loaded / event.total : 0);
    request.onerror = () => failed(new Refused(0, "the connection broke off: the file may be too large, or the server has ended"));
    request.onload = () => {
      let answer: any = {};
      try {
        answer = JSON.parse(request.responseText);
      } catch {
        // Not ours: a proxy's page.
      }
      if (request.status >= 300) {
        failed(new Refused(request.status, answer.reason ?? request.statusText));
        return;
      }
      const made = { id: String(answer.id), token: String(answer.token ?? ""), name: file.name, added: new Date().toISOString() };
      if (made.token) remember(made);
      done(made);
    };
    request.send(file);
  });
}

export function page(id: string): string {
  return "/t/" + encodeURIComponent(id);
}
