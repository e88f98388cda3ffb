// The traces that this browser has uploaded, with the tokens that delete them: the server keeps no users.

import { get, type Listed, Refused } from "./api.ts";

/** The server's entry of a stored trace. */
export interface Entry { id: string; title: string; added: string; size: number; format: string; threads: number; methods: number }

/** The answer to the sender of an upload only; servers that keep nothing return no token. */
export interface Receipt extends Entry { token?: string }

const KEY = "dexscope-uploads";
const MOST = 200;

export function kept(): Receipt[] {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all) ? all.filter(each => typeof each?.id === "string" && typeof each?.token === "string") : [];
  } catch {
    return [];
  }
}

function keep(all: Receipt[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still shows what was uploaded; it cannot delete it later.
  }
}

export function forget(id: string): void {
  keep(kept().filter(each => each.id !== id));
}

/** The traces that can be opened here: those that the server lists, else those of this browser. */
export async function listed(): Promise<Listed[]> {
  try {
    return distinct((await get<{ traces: (Listed & { added?: string })[] }>("/api/v1/traces")).traces);
  } catch (e) {
    if (e instanceof Refused && e.status === 403) return distinct(kept());
    throw e;
  }
}

/** Traces of one title have the time of their upload beside it. */
export function distinct(traces: (Listed & { added?: string })[]): Listed[] {
  return traces.map(({ id, title, size, added }) => {
    const isOne = traces.filter(each => each.title === title).length === 1;
    return { id, size, title: isOne || !added ? title : `${title}, ${added.slice(0, 19).replace("T", " ")}` };
  });
}

/** Sends a file, reports the progress, and stores its token. */
export function upload(file: File, progress: (share: number) => void): Promise<Receipt> {
  return create("/api/v1/traces?name=" + encodeURIComponent(file.name), file, progress);
}

/** Lets the server make a trace of what is sent. */
export function create(path: string, body: Blob | null, progress: (share: number) => void): Promise<Receipt> {
  return new Promise((done, failed) => {
    // fetch does not report the progress of a body.
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.upload.onprogress = event => progress(event.total ? event.loaded / event.total : 0);
    request.onerror = () => failed(new Refused(0, "the connection broke off: the file may be too large, or the server has ended"));
    request.onload = () => {
      let answer: any = {};
      try {
        answer = JSON.parse(request.responseText);
      } catch {
        // Not ours: a proxy's page.
      }
      if (request.status !== 201) {
        failed(new Refused(request.status, answer.reason ?? "the server has answered " + request.status));
        return;
      }
      if (answer.token) keep([answer, ...kept().filter(each => each.id !== answer.id)]);
      done(answer);
    };
    request.send(body);
  });
}

export function page(id: string): string {
  return "/t/" + encodeURIComponent(id);
}
