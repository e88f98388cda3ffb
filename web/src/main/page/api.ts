// The server's answers; docs/web.md and /api/v1/openapi.json describe them.

export interface Thread {
  number: number; id: number; name: string; main: boolean; calls: number; work: number; paths: number; first: number; last: number;
  wall: number; cpu: number;
}

export interface Info {
  state: "ready"; title: string; format: string; version: number; clock: string; sampled: boolean; absent: number; elapsed: number;
  weights: string;  last: number; pid: number; vm: string; overflow: boolean; sql: boolean; sources: boolean; methods: number; records: number; facts: string[];
  repairs: string[]; times: string[]; threads: Thread[]; formats: { key: string; suffix: string; description: string }[];
}

/** The methods of an answer, by the answer's numbers. */
export interface Named {
  methods: number[]; names: string[]; hues: number[];
}

export interface Flame extends Named {
  total: number; groups: number[]; depth: number[]; method: number[]; value: number[]; self: number[]; calls: number[];
  thrown: number[]; cut: number[];
}

export interface Boxes {
  thread: number; deepest: number; depth: number[]; begin: number[]; length: number[]; busy: number[]; calls: number[];
  method: number[];
}

export interface Window extends Named {
  from: number; to: number; resolution: number; threads: Boxes[];
}

/** A column of a table: what it is called, and how its cells are shown. */
export interface AnswerColumn {
  key: string; heading: string; unit: string; form: "number" | "decimal" | "time" | "share" | "text" | "words" | "name" | "method"; meaning: string;
}

/** The cells of a column: times are nanoseconds, methods are numbers of the answer's names. */
export type Cells = (number | string | null)[];

export interface Table {
  rows_total: number; columns: AnswerColumn[]; rows: Record<string, Cells>;
}

export interface MethodsTable extends Named, Table {}

export interface Butterfly extends Named {
  signature: string; file: string; line: number; calls: number; inclusive_ns: number; exclusive_ns: number; callers: Table;
  callees: Table;
}

/** Where in time a method's calls are; percents of equal spans. */
export interface Spread {
  from: number; to: number; longest?: { thread: number; start_ns: number; time_ns: number; cpu_ns: number };
  threads: { thread: number; calls: number; time_ns: number; busy: number[] }[];
}

/**
 * A method's source file, and the lines of the trace's methods in it; or its dex code, with the address and the source line of
 * each instruction.
 */
export interface Source {
  path: string; guessed: boolean; lines: string[]; methods: number[]; at: number[]; pcs?: number[]; source_lines?: number[];
  /** The time of samples at lines, where the trace has them: of the selected threads, at any time. */
  line_times?: { line: number[]; self_ns: number[]; total_ns: number[] };
}

/** How busy the threads were in each slice of the time, in percent of one. */
export interface Heat { slice: number; end: number; busy: number[] }

export interface Occurrences extends Named {
  count: number; thread: number[]; depth: number[]; begin: number[]; method: number[];
}

export interface Activity {
  begin: number; end: number; threads: { thread: number; busy: number[] }[];
}

/** The call paths of two traces, callers before callees; -1 is no caller, and no name. */
export interface ComparedPaths {
  caller: number[]; name: number[]; base_ns: number[]; head_ns: number[];
}

export interface Diff extends Table {
  base: string; head: string; time: string; base_total_ns: number; head_total_ns: number; paths: ComparedPaths; names: string[];
}

export interface Listed { id: string; title: string; size: number }

/** A query: parameters with several values are repeated, empty ones left out. */
export type Query = Record<string, string | number | boolean | (string | number)[] | null>;

export function address(path: string, query: Query = {}): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === "") continue;
    for (const each of Array.isArray(value) ? value : [value]) said.append(name, String(each));
  }
  const text = said.toString();
  return path + (text ? "?" + text : "");
}

/** A request that the server has refused, with its reason. */
export class Refused extends Error {
  constructor(readonly status: number, reason: string) {
    super(reason);
  }
}

export async function refusal(response: Response): Promise<Refused> {
  let reason = response.statusText;
  try {
    reason = (await response.json()).reason ?? reason;
  } catch {
    // Not ours: a proxy's page, or nothing.
  }
  return new Refused(response.status, reason);
}

export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(address(path, query), { signal: signal ?? null });
  } catch (e) {
    if (signal?.aborted) throw e;
    throw new Refused(0, "the server does not answer; has its command ended?");
  }
  if (!response.ok) throw await refusal(response);
  return response.json();
}

/** Sends a file; the server's answer. */
export async function send<T>(path: string, query: Query, body: Blob): Promise<T> {
  const response = await fetch(address(path, query), { method: "POST", body });
  if (!response.ok) throw await refusal(response);
  return response.json();
}

/** Asks one thing at a time: a newer question takes the place of an older one. */
export class Asker {
  private running: AbortController | null = null;

  /** The answer, or undefined when it came too late. */
  async get<T>(path: string, query: Query): Promise<T | undefined> {
    this.running?.abort();
    const own = new AbortController();
    this.running = own;
    try {
      const answer = await get<T>(path, query, own.signal);
      return own.signal.aborted ? undefined : answer;
    } catch (e) {
      if (own.signal.aborted) return undefined;
      throw e;
    }
  }
}
