// dom.ts
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else element.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null && child !== false) element.append(child);
  return element;
}
function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error("the page has no #" + id);
  return element;
}
function eachFrame(work) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      work();
    });
  };
}
function fitted(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const w = Math.max(1, Math.round(width * ratio)), t = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== w || canvas.height !== t) {
    canvas.width = w;
    canvas.height = t;
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

// format.ts
var UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"]];
var weights = "";
function time(ns) {
  if (weights) return count(ns) + " " + weights;
  const size = Math.abs(ns);
  for (const [unit, name] of UNITS) {
    if (size < unit) continue;
    return (size >= 1e3 * unit ? (ns / unit).toFixed(0) : (ns / unit).toPrecision(4)) + " " + name;
  }
  return Math.round(ns) + " ns";
}
function share(part, whole) {
  if (!whole) return "–";
  const percent = 100 * part / whole;
  return percent.toFixed(Math.abs(percent) < 10 ? 2 : 1) + " %";
}
function count(n) {
  return n.toLocaleString("en");
}
function counted(n, word) {
  return `${count(n)} ${word}${n === 1 ? "" : "s"}`;
}
function pattern(text) {
  if (!text) return null;
  try {
    return new RegExp(text, "i");
  } catch {
    return new RegExp(literal(text), "i");
  }
}
function literal(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
function short(name) {
  const open = name.indexOf("(");
  const qualified = open < 0 ? name : name.slice(0, open);
  const parts = qualified.split(".");
  return parts.slice(Math.max(0, parts.length - 2)).join(".");
}
function bytes(n) {
  const size = Math.abs(n);
  return size >= 1e9 ? (n / 1e9).toFixed(2) + " GB" : size >= 1e6 ? (n / 1e6).toFixed(1) + " MB" : size >= 1e3 ? (n / 1e3).toFixed(1) + " KB" : n + " B";
}
function visible(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) => "\\u" + c.codePointAt(0).toString(16).padStart(4, "0"));
}

// api.ts
function address(path, query = {}) {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === "") continue;
    for (const each of Array.isArray(value) ? value : [value]) said.append(name, String(each));
  }
  const text = said.toString();
  return path + (text ? "?" + text : "");
}
var Refused = class extends Error {
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
  status;
};
async function refusal(response) {
  let reason = response.statusText;
  try {
    reason = (await response.json()).reason ?? reason;
  } catch {
  }
  return new Refused(response.status, reason);
}
async function get(path, query = {}, signal) {
  let response;
  try {
    response = await fetch(address(path, query), { signal: signal ?? null });
  } catch (e) {
    if (signal?.aborted) throw e;
    throw new Refused(0, "the server does not answer; has its command ended?");
  }
  if (!response.ok) throw await refusal(response);
  return response.json();
}
var Asker = class {
  running = null;
  /** The answer, or undefined when it came too late. */
  async get(path, query) {
    this.running?.abort();
    const own = new AbortController();
    this.running = own;
    try {
      const answer = await get(path, query, own.signal);
      return own.signal.aborted ? void 0 : answer;
    } catch (e) {
      if (own.signal.aborted) return void 0;
      throw e;
    }
  }
};

// live.ts
var api = "/api/v1/";
function say(text, isError = false) {
  const line = byId("message");
  line.textContent = text;
  line.classList.toggle("error", isError);
  line.hidden = !text;
}
var fail = (e) => say(e instanceof Error ? e.message : String(e), true);
function ask(what, query) {
  return get(api + what, query);
}
async function order(what, query) {
  const response = await fetch(address(api + what, query), { method: "POST" });
  if (!response.ok) throw new Refused(response.status, (await response.json()).reason);
  return response.status === 204 ? null : response.json();
}
function doing(text, act) {
  const button = h("button", {}, text);
  button.addEventListener("click", () => {
    button.disabled = true;
    act().then(() => say(""), fail).finally(() => {
      button.disabled = false;
    });
  });
  return button;
}
function listen(what, query, handlers) {
  const events = new EventSource(address(api + what, query));
  for (const [name, take] of Object.entries(handlers)) {
    events.addEventListener(name, (event) => take(JSON.parse(event.data)));
  }
  return events;
}

// actions.ts
function copying(id, key3, text, hint, what) {
  const isAllowed = "clipboard" in navigator;
  return {
    id,
    key: key3,
    text,
    isOn: isAllowed && hint !== "",
    hint: isAllowed ? hint : "Browsers allow it only on pages of this machine or over https",
    act: () => void navigator.clipboard.writeText(what())
  };
}

// context.ts
var PART = ["threads", "span", "include", "exclude", "steps", "time", "mapping"];

// theme.ts
var dark = false;
function isDark() {
  return dark;
}
function setTheme(theme) {
  dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  colors.clear();
  named.clear();
}
var colors = /* @__PURE__ */ new Map();
function boxColor(hue, depth = 0) {
  const key3 = hue * 2 + depth % 2;
  let color2 = colors.get(key3);
  if (!color2) {
    color2 = dark ? `hsl(${hue} 40% ${36 + depth % 2 * 3}%)` : `hsl(${hue} 72% ${76 - depth % 2 * 3}%)`;
    colors.set(key3, color2);
  }
  return color2;
}
var named = /* @__PURE__ */ new Map();
function css(name) {
  let value = named.get(name);
  if (value === void 0) {
    value = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    named.set(name, value);
  }
  return value;
}

// flame.ts
var ROW = 18;
var NARROWEST = 0.4;
var NARROWEST_TEXT = 28;
function layout(flame) {
  const size = flame.depth.length;
  const left = new Float64Array(size), width = new Float64Array(size), parent = new Int32Array(size).fill(-1);
  const next = [], open = [];
  const whole = flame.value[0] || 1;
  let deepest = 0;
  for (let i = 0; i < size; i++) {
    const depth = flame.depth[i];
    width[i] = flame.value[i] / whole;
    left[i] = depth === 0 ? 0 : next[depth];
    parent[i] = depth === 0 ? -1 : open[depth - 1];
    next[depth] = left[i] + width[i];
    next[depth + 1] = left[i];
    open[depth] = i;
    deepest = Math.max(deepest, depth);
  }
  return { left, width, parent, deepest };
}
var TIMES = { amount: time, calls: (n) => counted(n, "call") };
var FlameView = class {
  constructor(context, direction, figures = TIMES) {
    this.context = context;
    this.direction = direction;
    this.figures = figures;
    this.mergeButton = h("button", { onclick: () => context.store.set({ merged: !context.state.merged, path: "" }) }, "Merge threads");
    this.turnButton = h("button", { onclick: () => context.store.set({ icicle: !context.state.icicle }) }, "Icicle");
    this.element = h(
      "div",
      { class: "view" },
      h("div", { class: "bar-row" }, this.trail, this.found, h("span", { class: "spacer" }), this.mergeButton, this.turnButton),
      this.port,
      this.tip
    );
    this.port.addEventListener("scroll", () => {
      this.below = this.port.scrollHeight - this.port.clientHeight - this.port.scrollTop;
    });
    new ResizeObserver(() => {
      if (!this.isIcicle()) this.port.scrollTop = this.port.scrollHeight - this.port.clientHeight - this.below;
      this.redraw();
    }).observe(this.port);
    this.canvas.addEventListener("mousemove", (event) => this.point(this.at(event), event));
    this.canvas.addEventListener("mouseleave", () => this.point(-1));
    this.canvas.addEventListener("click", (event) => {
      if (event.detail < 2) this.click(this.at(event));
    });
    this.canvas.addEventListener("dblclick", () => this.zoom(this.clicked));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    context.menu?.listen(this.canvas, (event) => this.spot(event));
  }
  context;
  direction;
  figures;
  element;
  canvas = h("canvas", { tabindex: 0, role: "img" });
  port = h("div", { class: "canvas-port" }, this.canvas);
  trail = h("nav", { class: "trail", "aria-label": "Call path" });
  tip = h("div", { class: "tip", role: "status" });
  found = h("span", { class: "note" });
  mergeButton;
  turnButton;
  asker = new Asker();
  flame = null;
  lay = null;
  /** Nodes that are no methods are numbered in their order. */
  groupAt = new Int32Array(0);
  hover = -1;
  cursor = 0;
  clicked = -1;
  /** How much of the picture is below what is seen of it. */
  below = 0;
  redraw = eachFrame(() => this.draw());
  async show(changed) {
    const { state } = this.context;
    this.mergeButton.setAttribute("aria-pressed", String(state.merged));
    this.turnButton.setAttribute("aria-pressed", String(state.icicle));
    const asks = [...PART, "path", "merged", "tab"];
    if (!this.flame || asks.some((name) => changed.has(name))) {
      const flame = await this.asker.get(this.context.api + "/flame", this.question());
      if (!flame) return;
      this.flame = flame;
      this.lay = layout(flame);
      let groups = 0;
      this.groupAt = Int32Array.from(flame.method, (method) => method < 0 ? groups++ : -1);
      this.hover = -1;
      this.cursor = 0;
      this.clicked = -1;
      this.showTrail();
      this.canvas.setAttribute("aria-label", this.words());
      this.draw();
      this.port.scrollTop = this.isIcicle() ? 0 : this.port.scrollHeight;
    }
    this.draw();
  }
  question() {
    const { state } = this.context;
    const path = this.direction === "down" ? state.path : "";
    return {
      ...this.context.query(),
      direction: this.direction,
      path,
      threads: state.merged ? "merged" : "each",
      parts: Math.max(200, Math.round(this.port.clientWidth * 2))
    };
  }
  words() {
    const flame = this.flame;
    const top = [...flame.depth.keys()].filter((i) => flame.depth[i] === 1).slice(0, 3);
    return `Flame graph of ${this.figures.amount(flame.value[0])}, ${counted(flame.depth.length, "call path")}. Widest: ` + top.map((i) => `${this.name(i)} ${share(flame.value[i], flame.value[0])}`).join(", ");
  }
  name(node) {
    const flame = this.flame;
    if (flame.method[node] >= 0) return flame.names[flame.method[node]];
    if (flame.groups.length === 0) return this.context.threadName(Number(this.context.state.path.split(".")[0]));
    const thread = this.threadOf(node);
    return thread < 0 ? "all threads" : this.context.threadName(thread);
  }
  /** The thread that a node stands for that is no method; -1 for all of them. */
  threadOf(node) {
    return this.flame.groups[this.groupAt[node]] ?? -1;
  }
  /** The address of a node as a root: thread and methods. */
  path(node) {
    const flame = this.flame, lay = this.lay, own = [];
    let first = this.context.state.merged ? "*" : "";
    for (let n = node; n >= 0; n = lay.parent[n]) {
      if (flame.method[n] >= 0) own.unshift(String(flame.methods[flame.method[n]]));
      else {
        const thread = this.threadOf(n);
        if (thread >= 0) first = String(thread);
        else if (n === node) return "";
      }
    }
    const root = this.context.state.path;
    if (!root) return [first, ...own].filter(Boolean).join(".");
    if (flame.method[0] >= 0) own.shift();
    return [root, ...own].join(".");
  }
  showTrail() {
    const root = this.direction === "down" ? this.context.state.path : "";
    const parts = root ? root.split(".") : [];
    const links = [h("button", { onclick: () => this.context.store.set({ path: "" }) }, "all")];
    parts.forEach((_, i) => {
      if (i === 0 && parts[0] === "*") return;
      const isLast = i === parts.length - 1;
      if (parts.length > 7 && i > 1 && i < parts.length - 4) {
        if (i === 2) links.push(" › …");
        return;
      }
      const text = i === 0 ? this.context.threadName(Number(parts[0])) : isLast ? short(this.name(0)) : this.names.get(parts[i]) ?? "#" + parts[i];
      links.push(" › ", isLast ? h("strong", {}, text) : h("button", { onclick: () => this.context.store.set({ path: parts.slice(0, i + 1).join(".") }) }, text));
    });
    this.trail.replaceChildren(...links);
    const flame = this.flame;
    flame.methods.forEach((method, i) => this.names.set(String(method), short(flame.names[i])));
  }
  names = /* @__PURE__ */ new Map();
  top(depth) {
    const rows = this.lay.deepest;
    return this.isIcicle() ? depth * ROW : (rows - depth) * ROW;
  }
  isIcicle() {
    return this.context.state.icicle || this.direction === "up";
  }
  draw() {
    const { flame, lay } = this;
    if (!flame || !lay || !this.port.clientWidth) return;
    const width = this.port.clientWidth, height = (lay.deepest + 1) * ROW;
    const g = fitted(this.canvas, width, height);
    const search = pattern(this.context.state.search), chosen = this.context.state.method;
    const hits = flame.names.map((name) => search !== null && search.test(name));
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, height);
    g.font = "11px " + css("--mono");
    g.textBaseline = "middle";
    const text = css("--box-text"), faint = css("--faint"), hit = css("--hit"), accent = css("--accent"), group = css("--group");
    for (let i = 0; i < flame.depth.length; i++) {
      const w = lay.width[i] * width;
      if (w < NARROWEST) continue;
      const x = lay.left[i] * width, y = this.top(flame.depth[i]), method = flame.method[i];
      const isHit = method >= 0 && hits[method];
      g.fillStyle = method < 0 ? group : search && !isHit ? faint : boxColor(flame.hues[method], flame.depth[i]);
      g.fillRect(x, y, Math.max(NARROWEST, w - (w > 3 ? 0.7 : 0)), ROW - 1);
      if (isHit) {
        g.fillStyle = hit;
        g.fillRect(x, y + ROW - 4, Math.max(1, w - 0.7), 3);
      }
      if (i === this.hover || chosen >= 0 && method >= 0 && flame.methods[method] === chosen) {
        g.strokeStyle = accent;
        g.lineWidth = i === this.hover ? 2 : 1.2;
        g.strokeRect(x + 1, y + 1, Math.max(1, w - 2.5), ROW - 3);
      }
      if (w >= NARROWEST_TEXT) {
        g.fillStyle = method >= 0 && search && !isHit ? css("--dim") : text;
        g.fillText(fit(this.name(i), w - 8), x + 4, y + ROW / 2);
      }
    }
    this.showFound(hits, search !== null);
  }
  /** Shows the share of the time of matching names; nested ones count once. */
  showFound(hits, isSearching) {
    if (!isSearching) {
      this.found.textContent = "";
      return;
    }
    const flame = this.flame;
    let sum = 0, boxes = 0, covered = -1;
    for (let i = 0; i < flame.depth.length; i++) {
      if (covered >= 0 && flame.depth[i] <= covered) covered = -1;
      if (flame.method[i] < 0 || !hits[flame.method[i]]) continue;
      boxes++;
      if (covered < 0) {
        sum += flame.value[i];
        covered = flame.depth[i];
      }
    }
    this.found.textContent = `${boxes === 1 ? "1 box" : count(boxes) + " boxes"} found, ${share(sum, flame.value[0])}`;
  }
  at(event) {
    const { flame, lay } = this;
    if (!flame || !lay) return -1;
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const row = Math.floor((event.clientY - box.top) / ROW);
    const depth = this.isIcicle() ? row : lay.deepest - row;
    for (let i = 0; i < flame.depth.length; i++) {
      if (flame.depth[i] === depth && x >= lay.left[i] && x < lay.left[i] + lay.width[i]) return i;
    }
    return -1;
  }
  point(node, event) {
    if (node !== this.hover) {
      this.hover = node;
      this.redraw();
      this.canvas.style.cursor = node >= 0 ? "pointer" : "default";
    }
    this.tip.classList.toggle("on", node >= 0);
    if (node < 0) return;
    this.tip.replaceChildren(...this.facts(node));
    if (event) place(this.tip, event, this.element);
  }
  facts(node) {
    const flame = this.flame;
    const lines = [
      h("strong", {}, this.name(node)),
      h("div", {}, `${this.figures.amount(flame.value[node])}${this.direction === "down" ? " inclusive" : ""}, ${share(flame.value[node], flame.total)} of all` + (flame.value[0] !== flame.total ? `, ${share(flame.value[node], flame.value[0])} of what is shown` : ""))
    ];
    if (flame.method[node] >= 0) {
      const calls = this.figures.calls(flame.calls[node]);
      lines.push(h("div", {}, `${this.figures.amount(flame.self[node])} exclusive${calls ? ", " + calls : ""}` + (flame.thrown[node] ? `, ${count(flame.thrown[node])} left by an exception` : "")));
    }
    if (flame.cut[node]) lines.push(h("div", { class: "note" }, "narrow callees are not drawn; double-click to look closer"));
    return lines;
  }
  click(node) {
    const flame = this.flame;
    this.clicked = node;
    if (!flame || node < 0) return;
    this.cursor = node;
    if (flame.method[node] >= 0) this.context.choose(flame.methods[flame.method[node]], this.direction === "down" ? this.path(node) : "");
  }
  /** The box that a menu is about: that of the mouse, or of the keyboard's cursor. */
  spot(event) {
    const node = event ? this.at(event) : this.cursor, { flame, lay } = this;
    if (!flame || !lay || node < 0) return null;
    this.cursor = node;
    const isMethod = flame.method[node] >= 0, name = this.name(node);
    const target = isMethod ? { kind: "method", method: flame.methods[flame.method[node]], name, path: this.direction === "down" ? this.path(node) : "" } : { kind: "thread", method: -1, name };
    const { left, top, width } = this.canvas.getBoundingClientRect();
    return { target, x: event?.clientX ?? left + Math.max(0, lay.left[node]) * width + 8, y: event?.clientY ?? top + this.top(flame.depth[node]) + ROW };
  }
  zoom(node) {
    if (node < 0 || this.direction === "up") return;
    this.context.store.set({ path: node === 0 ? up(this.context.state.path) : this.path(node) });
  }
  key(event) {
    const { flame, lay } = this;
    if (!flame || !lay) return;
    const deeper = this.isIcicle() ? "ArrowDown" : "ArrowUp", higher = this.isIcicle() ? "ArrowUp" : "ArrowDown";
    const depth = flame.depth[this.cursor];
    let to = -1;
    if (event.key === deeper && flame.depth[this.cursor + 1] === depth + 1) to = this.cursor + 1;
    else if (event.key === higher) to = lay.parent[this.cursor];
    else if (event.key === "ArrowRight") to = this.sibling(1);
    else if (event.key === "ArrowLeft") to = this.sibling(-1);
    else if (event.key === "Enter") this.zoom(this.cursor);
    else if (event.key === " ") this.click(this.cursor);
    else if (event.key === "Backspace") this.context.store.set({ path: up(this.context.state.path) });
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (to < 0) return;
    this.cursor = to;
    this.point(to);
    const y = this.top(flame.depth[to]);
    if (y < this.port.scrollTop || y + ROW > this.port.scrollTop + this.port.clientHeight) this.port.scrollTop = y - 40;
  }
  sibling(step) {
    const { depth } = this.flame;
    for (let i = this.cursor + step; i >= 0 && i < depth.length && depth[i] >= depth[this.cursor]; i += step) {
      if (depth[i] === depth[this.cursor]) return i;
    }
    return -1;
  }
  /** The address of the same content as a separate picture. */
  link(format) {
    return address(`${this.context.api}/export/${format}`, this.context.query());
  }
};
function up(path) {
  const parts = path.split(".");
  return parts.length <= 1 || parts.length === 2 && parts[0] === "*" ? "" : parts.slice(0, -1).join(".");
}
var LETTER = 6.65;
function fit(name, room) {
  const letters = Math.floor(room / LETTER);
  if (name.length <= letters) return name;
  const brief = short(name);
  if (brief.length <= letters) return brief;
  const own = brief.slice(brief.lastIndexOf(".") + 1);
  if (own.length <= letters) return own;
  return letters < 3 ? "" : own.slice(0, letters - 1) + "…";
}
function place(tip, event, within) {
  const box = within.getBoundingClientRect();
  const x = event.clientX - box.left, y = event.clientY - box.top;
  const left = Math.max(4, Math.min(x + 14, box.width - tip.offsetWidth - 8));
  const below = y + 18 + tip.offsetHeight < box.height;
  tip.style.left = left + "px";
  tip.style.top = (below ? y + 18 : Math.max(2, y - tip.offsetHeight - 12)) + "px";
}

// grid.ts
var HEIGHT = 24;
var NUMBER = "max(84px, 11.5ch)";
var NUMBER_PIXELS = 90;
var NAMES = 400;
var WIDEST_GAP = 80;
var SPARE = 8;
function headingWidth(title) {
  return 26 + 8.5 * title.length;
}
var LETTER2 = 7.6;
var WIDEST = 1200;
function textWidth(heading, texts) {
  let longest = heading.length + 1;
  for (const text of texts) longest = Math.max(longest, text.length);
  return Math.min(WIDEST, 34 + LETTER2 * longest);
}
var Grid = class {
  constructor(columns, options) {
    this.columns = columns;
    this.options = options;
    this.sort = options.sort ?? "";
    this.port = h(
      "div",
      {
        class: "grid",
        role: "table",
        "aria-label": options.label,
        tabindex: 0,
        onscroll: this.redraw,
        onkeydown: (event) => this.key(event)
      },
      h("div", { class: "grid-rowgroup", role: "rowgroup" }, this.head),
      this.body
    );
    this.element = this.port;
    this.shape(columns);
    this.body.addEventListener("pointerdown", () => this.press());
    this.body.addEventListener("click", (event) => this.choose(this.rowAt(event)));
    options.menu?.listen(this.port, (event) => this.spot(event));
    this.body.addEventListener("dblclick", () => {
      if (this.sorted[this.active] !== void 0) this.options.onOpen?.(this.sorted[this.active]);
    });
    new ResizeObserver(() => {
      this.makeRoom();
      this.redraw();
    }).observe(this.port);
  }
  columns;
  options;
  element;
  head = h("div", { class: "grid-head", role: "row" });
  body = h("div", { class: "grid-body", role: "rowgroup" });
  port;
  rows = [];
  sorted = [];
  sort;
  active = 0;
  isPressed = false;
  /** The names that take the room that is left. */
  last;
  /** The room that they have, in pixels. */
  nameRoom = 0;
  redraw = eachFrame(() => this.draw());
  /** Rows that are replaced while the mouse is pressed are never clicked: they stay until it is released. */
  press() {
    this.isPressed = true;
    const release = () => {
      this.isPressed = false;
      removeEventListener("pointerup", release, true);
      removeEventListener("pointercancel", release, true);
      this.redraw();
    };
    addEventListener("pointerup", release, true);
    addEventListener("pointercancel", release, true);
  }
  /** Takes other columns; their rows follow. */
  shape(columns) {
    this.columns = columns;
    this.last = columns.filter((column) => column.name && !column.width).at(-1);
    this.rows = [];
    this.makeRoom();
    this.head.replaceChildren(...columns.map((column) => this.title(column)));
  }
  /** Rows are laid out one by one: a column of names before others has the room of its longest, so that all rows agree. */
  makeRoom() {
    const { last } = this, room = this.port.clientWidth;
    const names = (column) => textWidth(column.title, this.rows.map((row) => column.text(row)));
    const widths = this.columns.filter((column) => column !== last).map((column) => {
      if (column.width) return Math.max(column.width, headingWidth(column.title));
      return column.name ? names(column) : 0;
    });
    const others = widths.reduce((sum, width) => sum + (width || NUMBER_PIXELS), 0);
    const isFirst = last !== void 0 && !last.whole && !last.branch;
    this.port.classList.toggle("names-first", isFirst);
    const columns = widths.map((width) => width ? width + "px" : NUMBER);
    this.nameRoom = 0;
    if (isFirst && room > 0) {
      const longest = names(last), left = room - others;
      this.nameRoom = Math.max(Math.min(left, longest + WIDEST_GAP), Math.min(NAMES, room / 2, longest));
      columns.unshift(this.nameRoom + "px");
      columns.push("1fr");
    } else if (last) columns.splice(this.columns.indexOf(last), 0, "minmax(220px, 1fr)");
    this.element.style.setProperty("--columns", columns.join(" "));
  }
  title(column) {
    const cell = h("div", { role: "columnheader", class: this.style(column), title: column.hint ?? "" });
    if (!column.value) {
      cell.append(column.title);
      return cell;
    }
    cell.append(h("button", { onclick: () => this.sortBy(column) }, column.title));
    cell.dataset.column = column.id;
    return cell;
  }
  style(column) {
    return column === this.last ? "name last" : column.name ? "name" : "";
  }
  sortBy(column) {
    const down = "-" + column.id;
    this.sort = this.sort === down ? column.id : this.sort === column.id ? down : column.name ? column.id : down;
    this.options.onSort?.(this.sort);
    this.arrange();
  }
  /** Takes rows; those of a tree are in their order already. */
  set(rows, sort) {
    this.rows = rows;
    if (sort !== void 0) this.sort = sort;
    this.makeRoom();
    this.arrange();
  }
  arrange() {
    const down = this.sort.startsWith("-"), id = this.sort.replace(/^-/, "");
    const value = this.columns.find((column) => column.id === id)?.value;
    this.sorted = value ? [...this.rows] : this.rows;
    if (value) {
      const sign = down ? -1 : 1;
      this.sorted.sort((a, b) => {
        const x = value(a), y = value(b);
        return x < y ? -sign : x > y ? sign : 0;
      });
    }
    for (const cell of this.head.children) {
      if (cell.dataset.column === id) cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    }
    this.active = Math.min(this.active, Math.max(0, this.sorted.length - 1));
    this.port.setAttribute("aria-rowcount", String(this.sorted.length + 1));
    this.draw();
  }
  /** Draws what is seen again: a choice or the theme has changed. */
  draw() {
    if (this.isPressed) return;
    this.body.style.height = Math.max(1, this.sorted.length) * HEIGHT + "px";
    const top = this.port.scrollTop, height = this.port.clientHeight || 400;
    const first = Math.max(0, Math.floor(top / HEIGHT) - SPARE);
    const last = Math.min(this.sorted.length, Math.ceil((top + height) / HEIGHT) + SPARE);
    const shown2 = [];
    for (let i = first; i < last; i++) shown2.push(this.row(this.sorted[i], i));
    if (!this.sorted.length) shown2.push(h("div", { class: "grid-row empty", role: "row" }, h("div", { role: "cell" }, this.options.empty ?? "nothing")));
    this.body.replaceChildren(...shown2);
  }
  row(row, at) {
    const element = h("div", { class: "grid-row", role: "row", "aria-rowindex": at + 2 });
    element.style.transform = `translateY(${at * HEIGHT}px)`;
    if (this.options.isChosen?.(row)) element.classList.add("chosen");
    if (at === this.active) element.classList.add("active");
    for (const column of this.columns) element.append(this.cell(row, column));
    return element;
  }
  cell(row, column) {
    const text = column.text(row);
    const cell = h("div", { role: "cell", class: this.style(column), title: column.name ? text : "" });
    const branch = column.branch?.(row);
    if (branch) {
      cell.style.paddingLeft = 6 + Math.min(60, branch.level) * 12 + "px";
      const toggle = h("span", { class: "twist", "aria-hidden": "true" }, branch.open === null ? "" : branch.open ? "▾" : "▸");
      if (branch.open !== null) {
        toggle.addEventListener("click", (event) => {
          event.stopPropagation();
          this.options.onBranch?.(row, !branch.open);
        });
      }
      cell.append(toggle);
    }
    const hue = column.hue?.(row) ?? -1;
    if (hue >= 0) {
      const dot = h("span", { class: "dot" });
      dot.style.background = boxColor(hue);
      cell.append(dot);
    }
    const bar = column.bar?.(row);
    if (bar !== void 0) {
      const filled = h("span", { class: "bar", "aria-hidden": "true" });
      filled.style.width = 100 * Math.max(0, Math.min(1, bar)) + "%";
      cell.append(filled, h("span", { class: "over" }, text));
    } else {
      const isLong = column === this.last && this.nameRoom > 0 && textWidth("", [text]) > this.nameRoom;
      cell.append(isLong ? column.brief?.(row) ?? text : text);
    }
    return cell;
  }
  rowAt(event) {
    return Math.floor((event.clientY - this.body.getBoundingClientRect().top) / HEIGHT);
  }
  /** The row that a menu is about: that of the mouse, or the active one. */
  spot(event) {
    if (event && !this.body.contains(event.target)) return null;
    const at = event ? this.rowAt(event) : this.active, column = this.columnAt(event);
    const target = this.sorted[at] === void 0 ? null : this.options.target?.(this.sorted[at], column);
    if (!target) return null;
    this.active = at;
    this.reveal(at);
    this.draw();
    const { left, top } = this.body.getBoundingClientRect();
    return { target, x: event?.clientX ?? left + 40, y: event?.clientY ?? top + (at + 1) * HEIGHT };
  }
  /** The column below the mouse; for the keyboard, which has none, the one of names. */
  columnAt(event) {
    const cell = event?.target?.closest("[role=cell]");
    const named2 = this.columns.find((column) => column.name) ?? this.columns[0];
    return cell ? this.columns[[...cell.parentElement.children].indexOf(cell)] ?? named2 : named2;
  }
  /** What can be copied at a cell: it, its row, and the table as it is sorted; cells are between tabs. */
  copies(row, column) {
    const plain = (each, of) => (of.plain?.(each) ?? of.text(each)).replace(/[\t\r\n]+/g, " ");
    const line = (each) => this.columns.map((of) => plain(each, of)).join("	");
    return [
      copying("copy-cell", "v", "Copy the cell", plain(row, column), () => plain(row, column)),
      copying("copy-row", "w", "Copy the row", "Its cells, with tabs between them", () => line(row)),
      copying(
        "copy-table",
        "t",
        "Copy the table",
        "All rows and the headings, with tabs between cells: spreadsheets take it",
        () => [this.columns.map((each) => each.title).join("	"), ...this.sorted.map(line)].join("\n") + "\n"
      )
    ];
  }
  choose(at) {
    const row = this.sorted[at];
    if (row === void 0) return;
    this.active = at;
    this.options.onChoose?.(row);
    this.draw();
  }
  key(event) {
    const page = Math.max(1, Math.floor(this.port.clientHeight / HEIGHT) - 2);
    const steps = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -this.sorted.length,
      End: this.sorted.length
    };
    const row = this.sorted[this.active];
    if (event.key in steps) {
      this.active = Math.max(0, Math.min(this.sorted.length - 1, this.active + steps[event.key]));
      this.reveal(this.active);
    } else if (event.key === "Enter" && row !== void 0) {
      this.choose(this.active);
    } else if ((event.key === "ArrowRight" || event.key === "ArrowLeft") && row !== void 0 && this.options.onBranch) {
      this.options.onBranch(row, event.key === "ArrowRight");
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.draw();
  }
  /** Makes a row the active one, in the middle of what is seen. */
  show(at) {
    this.active = Math.max(0, at);
    this.port.scrollTop = Math.max(0, at * HEIGHT - this.port.clientHeight / 2);
    this.draw();
  }
  reveal(at) {
    const top = at * HEIGHT, port = this.port, head = this.head.offsetHeight;
    if (top < port.scrollTop) port.scrollTop = top;
    else if (top + HEIGHT + head > port.scrollTop + port.clientHeight) port.scrollTop = top + HEIGHT + head - port.clientHeight;
  }
};

// state.ts
var SORT = "-exclusive_ns";
var START = {
  tab: "",
  time: "",
  threads: [],
  span: null,
  shown: null,
  include: "",
  exclude: "",
  steps: [],
  search: "",
  method: -1,
  path: "",
  merged: false,
  icicle: false,
  by: "method",
  sort: SORT,
  longer: 0,
  threshold: 5,
  base: "",
  mapping: "",
  sql: "",
  notes: [],
  theme: "",
  toggled: []
};
function parse(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const state = structuredClone(START);
  for (const name of ["tab", "time", "include", "exclude", "search", "path", "by", "sort", "base", "mapping", "sql"]) {
    const value = given.get(name);
    if (value !== null) state[name] = value;
  }
  for (const name of ["method", "longer", "threshold"]) {
    const value = Number(given.get(name) ?? NaN);
    if (Number.isFinite(value)) state[name] = value;
  }
  state.merged = given.get("merged") === "1";
  state.icicle = given.get("icicle") === "1";
  const theme = given.get("theme");
  state.theme = theme === "light" || theme === "dark" ? theme : "";
  state.threads = numbers(given.get("threads"));
  state.toggled = numbers(given.get("toggled"));
  state.steps = (given.get("steps") ?? "").split(",").filter((step) => /^(recursion$|collapse-|(merge|drop|keep|focus|path)-\d)/.test(step));
  state.span = span(given.get("span"));
  state.shown = span(given.get("shown"));
  state.notes = given.getAll("note").flatMap((note) => {
    const [at, ...text] = note.split("~");
    return Number.isFinite(Number(at)) && text.length ? [{ at: Number(at), text: text.join("~") }] : [];
  });
  return state;
}
function numbers(text) {
  return (text ?? "").split(",").filter(Boolean).map(Number).filter((n) => Number.isInteger(n) && n >= 0);
}
function span(text) {
  const [from, to] = (text ?? "").split("_").map(Number);
  return Number.isFinite(from) && Number.isFinite(to) && to > from ? [Math.round(from), Math.round(to)] : null;
}

// monitor-allocations.ts
var NANOS = 1e3;
var Profile = class {
  constructor(api2, info) {
    this.api = api2;
    this.info = info;
    this.state.merged = true;
    this.state.icicle = true;
    this.view = new FlameView(this, "down", { amount: (value) => bytes(Math.round(value / NANOS)), calls: () => "" });
  }
  api;
  info;
  state = parse("");
  store = { set: (change) => this.change(change) };
  view;
  change(change) {
    Object.assign(this.state, change);
    void this.view.show(new Set(Object.keys(change)));
  }
  query() {
    return { time: "wall" };
  }
  threadName(number) {
    return visible(this.info.threads.find((thread) => thread.number === number)?.name ?? "thread " + number);
  }
  choose(method) {
    this.change({ method: this.state.method === method ? -1 : method });
  }
  search(text) {
    this.change({ search: text });
  }
};
var AllocationsPanel = class {
  constructor(which) {
    this.which = which;
    this.grid = new Grid([
      { id: "size", title: "Bytes", text: (each) => count(each.size), value: (each) => each.size },
      { id: "thread", title: "Thread", text: (each) => String(each.thread), value: (each) => each.thread, width: 64 },
      { id: "name", title: "Class", name: true, text: (each) => visible(each.class), value: (each) => each.class },
      { id: "where", title: "Where", name: true, text: (each) => visible(each.stack[0] ?? ""), value: (each) => each.stack[0] ?? "" }
    ], { label: "Allocations", empty: "nothing is recorded: start, let it run, look", onChoose: (each) => {
      this.stack.textContent = each.stack.map(visible).join("\n");
    } });
    this.search.addEventListener("input", () => this.profile?.search(this.search.value));
    this.element = h("div", { class: "view" }, h(
      "div",
      { class: "bar-row" },
      doing("Start", () => order("vm/allocations/start", which)),
      doing("Look", () => this.showTable()),
      doing("Flame graph", () => this.showFlame()),
      doing("Stop", () => this.stop()),
      this.search,
      this.note
    ), this.body);
    this.body.append(h("div", { class: "wings" }, this.grid.element, this.stack));
  }
  which;
  element;
  grid;
  stack = h("pre", { class: "stack", tabindex: 0, role: "region", "aria-label": "Where it was allocated" });
  note = h("span", { class: "note", role: "status" });
  search = h("input", { type: "search", placeholder: "search", "aria-label": "Search call paths", hidden: true });
  body = h("div", { class: "view" });
  profile = null;
  /** The server keeps what was recorded, until the next start. */
  async stop() {
    await order("vm/allocations/stop", this.which);
    await this.showTable();
  }
  async showTable() {
    const { allocations, total, missing } = await ask("vm/allocations", this.which);
    this.search.hidden = true;
    this.note.textContent = [total > allocations.length ? `the newest ${count(allocations.length)} of ${count(total)}` : "", missing].filter(Boolean).join("; ");
    this.body.replaceChildren(h("div", { class: "wings" }, this.grid.element, this.stack));
    this.grid.set(allocations);
  }
  async showFlame() {
    const { id, allocations, missing } = await order("vm/allocations/flame", this.which);
    const address2 = api + "traces/" + encodeURIComponent(id);
    this.profile = new Profile(address2, await get(address2));
    this.note.textContent = `${counted(allocations, "allocation")} by thread, callers, class; widths are bytes` + (missing ? "; " + missing : "");
    this.search.hidden = false;
    this.body.replaceChildren(this.profile.view.element);
    await this.profile.view.show(/* @__PURE__ */ new Set());
    this.profile.search(this.search.value);
  }
  show() {
    if (this.profile?.view.element.isConnected) void this.profile.view.show(/* @__PURE__ */ new Set());
  }
};

// chart.ts
var AXIS = 16;
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  for (const factor of [1, 2, 5]) if (factor * power >= value * 0.999) return factor * power;
  return 10 * power;
}
var TimeChart = class {
  constructor(options) {
    this.options = options;
    this.canvas = h("canvas", { role: "img", "aria-label": options.label });
    this.element = h("figure", { class: "chart" }, this.legend, this.canvas);
  }
  options;
  element;
  canvas;
  legend = h("figcaption", { class: "legend" });
  series = [];
  marks = [];
  now = 0;
  /** Takes figures as they stand; marks are moments. */
  set(series, now, marks = []) {
    this.series = series;
    this.now = now;
    this.marks = marks.filter((time2) => time2 > now - this.options.span);
    this.draw();
  }
  words() {
    return this.series.map((each) => [each.color, each.title, each.points.length ? this.options.format(each.points.at(-1)[1]) : "not known yet"]);
  }
  draw() {
    const { options } = this, width = this.element.clientWidth, height = options.height ?? 110;
    if (!width) return;
    const words = this.words(), marked = options.mark ? counted(this.marks.length, options.mark) : "";
    this.legend.replaceChildren(h("strong", {}, options.label + " "), ...words.map(([color2, title, value]) => {
      const swatch = h("span", { class: "dot" });
      swatch.style.background = css(color2);
      return h("span", { class: "entry" }, swatch, `${title} `, h("b", {}, value));
    }), ...marked ? [h("span", { class: "entry" }, h("span", { class: "tick", "aria-hidden": "true" }), marked)] : []);
    this.canvas.setAttribute("aria-label", [options.label, ...words.map(([, title, value]) => `${title} ${value}`), marked].filter(Boolean).join(", "));
    const g = fitted(this.canvas, width, height), bottom = height - AXIS;
    const begin = this.now - options.span;
    const most = roundUp(Math.max(options.least ?? 1, ...this.series.flatMap((each) => each.points.filter((p) => p[0] >= begin).map((p) => p[1]))));
    const x = (time2) => width * (time2 - begin) / options.span, y = (value) => bottom - (bottom - 6) * value / most;
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, height);
    g.font = "11px " + css("--sans");
    g.textBaseline = "alphabetic";
    g.lineWidth = 1;
    for (const part of [0, 0.5, 1]) {
      const at = Math.round(y(most * part)) + 0.5;
      g.strokeStyle = css("--line");
      g.beginPath();
      g.moveTo(0, at);
      g.lineTo(width, at);
      g.stroke();
    }
    for (const each of this.series) this.line(g, each, x, y, bottom);
    g.fillStyle = css("--accent");
    for (const time2 of this.marks) g.fillRect(Math.round(x(time2)) - 1, bottom - 9, 2, 9);
    g.fillStyle = css("--dim");
    g.fillText(options.format(most), 4, y(most) + 12);
    const minutes = options.span / 6e4;
    g.fillText(`${minutes} min ago`, 4, height - 4);
    g.textAlign = "right";
    g.fillText("now", width - 4, height - 4);
    g.textAlign = "left";
  }
  line(g, series, x, y, bottom) {
    const first = Math.max(0, series.points.findIndex((point) => x(point[0]) >= 0) - 1);
    const points = series.points.slice(first);
    if (!points.length) return;
    g.beginPath();
    if (series.isFilled) g.moveTo(x(points[0][0]), bottom);
    points.forEach(([time2, value], i) => i || series.isFilled ? g.lineTo(x(time2), y(value)) : g.moveTo(x(time2), y(value)));
    if (series.isFilled) {
      g.lineTo(x(points.at(-1)[0]), bottom);
      g.fillStyle = css(series.color);
      g.fill();
    } else {
      g.strokeStyle = css(series.color);
      g.lineWidth = 1.5;
      g.stroke();
    }
  }
};

// monitor-history.ts
var SHOWN = 2 * 6e4;
var AFTER_GC = [2, 3];
var History = class {
  now = 0;
  cpu = [];
  threads = [];
  heapUsed = [];
  heapSize = [];
  collections = [];
  cpuOf = /* @__PURE__ */ new Map();
  take(live) {
    this.now = live.now;
    this.cpu.push([live.now, live.threads.reduce((sum, thread) => sum + thread.cpu, 0)]);
    this.threads.push([live.now, live.threads.length]);
    const alive = /* @__PURE__ */ new Set();
    for (const thread of live.threads) {
      alive.add(thread.id);
      const points = this.cpuOf.get(thread.id) ?? [];
      points.push([live.now, thread.cpu]);
      this.cpuOf.set(thread.id, points);
    }
    for (const id of this.cpuOf.keys()) if (!alive.has(id)) this.cpuOf.delete(id);
    this.takeHeap(live.heap);
    for (const points of [this.cpu, this.threads, this.heapUsed, this.heapSize, ...this.cpuOf.values()]) {
      while (points.length > 2 && points[1][0] < live.now - SHOWN) points.shift();
    }
    while (this.collections.length && this.collections[0] < live.now - SHOWN) this.collections.shift();
  }
  /** A VM may have several heaps: figures of one moment belong together. */
  takeHeap(figures) {
    const known = this.heapUsed.at(-1)?.[0] ?? 0;
    const sums = /* @__PURE__ */ new Map();
    for (const figure of figures) {
      if (figure.time <= known) continue;
      const sum = sums.get(figure.time) ?? { size: 0, bytes: 0, isGc: false };
      sum.size += figure.size;
      sum.bytes += figure.bytes;
      sum.isGc ||= AFTER_GC.includes(figure.why);
      sums.set(figure.time, sum);
    }
    for (const [time2, sum] of [...sums].sort((a, b) => a[0] - b[0])) {
      this.heapUsed.push([time2, sum.bytes]);
      this.heapSize.push([time2, sum.size]);
      if (sum.isGc) this.collections.push(time2);
    }
  }
  cpuOfThread(id) {
    return this.cpuOf.get(id) ?? [];
  }
};

// monitor-overview.ts
function heapChart() {
  return new TimeChart({ label: "Heap", span: SHOWN, format: bytes, least: 1e6, mark: "collection" });
}
function drawHeap(chart, history2) {
  chart.set([
    { title: "reserved", color: "--group", points: history2.heapSize, isFilled: true },
    { title: "used", color: "--busy", points: history2.heapUsed, isFilled: true }
  ], history2.now, history2.collections);
}
var OverviewPanel = class {
  constructor(history2) {
    this.history = history2;
    this.element = h(
      "div",
      { class: "view charts", tabindex: 0, role: "region", "aria-label": "Overview" },
      this.cpu.element,
      this.heap.element,
      this.threads.element,
      h("p", { class: "note" }, "CPU is of one core: 200 % are two cores. Ticks at the heap's foot are collections.")
    );
  }
  history;
  element;
  cpu = new TimeChart({ label: "CPU", span: SHOWN, format: (value) => share(value, 1), least: 0.5, height: 140 });
  heap = heapChart();
  threads = new TimeChart({ label: "Threads", span: SHOWN, format: (value) => count(Math.round(value)), least: 5, height: 80 });
  show() {
    const { history: history2 } = this;
    this.cpu.set([{ title: "all threads", color: "--run", points: history2.cpu }], history2.now);
    drawHeap(this.heap, history2);
    this.threads.set([{ title: "alive", color: "--native", points: history2.threads }], history2.now);
  }
  take() {
    this.show();
  }
};

// monitor-heap.ts
var COLUMNS = 96;
var color = (what, at) => `--${what}-${at % 8}`;
var HeapPanel = class {
  constructor(which, history2) {
    this.which = which;
    this.history = history2;
    this.by = h(
      "select",
      { "aria-label": "Colours of the map", onchange: () => this.drawMap() },
      h("option", { value: "kind" }, "colours by kind"),
      h("option", { value: "solidity" }, "colours by solidity")
    );
    this.parts = new Grid([
      { id: "bytes", title: "Bytes", text: (part) => bytes(part.bytes), value: (part) => part.bytes, width: 92 },
      { id: "share", title: "Share", text: (part) => share(part.bytes, this.map?.bytes ?? 0), bar: (part) => part.bytes / (this.map?.bytes || 1) },
      { id: "pieces", title: "Pieces", text: (part) => count(part.pieces), value: (part) => part.pieces },
      { id: "name", title: "What", name: true, text: (part) => `${part.kind}, ${part.solidity}`, value: (part) => part.kind }
    ], { label: "What the heap holds", sort: "-bytes", empty: "not asked yet" });
    const signed = (n, text) => n > 0 ? "+" + text : text;
    this.classes = new Grid([
      { id: "more", title: "Grown by", text: (row) => signed(row.moreBytes, bytes(row.moreBytes)), value: (row) => row.moreBytes, width: 96 },
      { id: "objects", title: "Objects", text: (row) => signed(row.moreCount, count(row.moreCount)), value: (row) => row.moreCount },
      { id: "bytes", title: "Bytes now", text: (row) => bytes(row.bytes), value: (row) => row.bytes, width: 96 },
      { id: "count", title: "Now", text: (row) => count(row.count), value: (row) => row.count },
      { id: "name", title: "Class", name: true, text: (row) => visible(row.name), value: (row) => row.name }
    ], { label: "Classes", sort: "-more", empty: "nothing has changed" });
    this.element = h(
      "div",
      { class: "view" },
      this.chart.element,
      h(
        "div",
        { class: "bar-row" },
        doing("Collect garbage", () => order("vm/gc", which)),
        doing("Map the heap", () => this.showMap()),
        this.by,
        doing("Count classes", () => this.countClasses()),
        doing("Count from here", async () => {
          this.base = this.last ?? await this.histogram();
          await this.countClasses();
        }),
        h("a", { href: address(api + "vm/hprof", which), download: "" }, "Dump (hprof)"),
        this.growthNote
      ),
      this.lower
    );
    this.canvas.addEventListener("mousemove", (event) => this.point(event));
    this.canvas.addEventListener("mouseleave", () => {
      this.tip.textContent = "";
    });
    this.lower.append(h("div", { class: "map" }, this.legend, this.tip, this.canvas), this.parts.element);
  }
  which;
  history;
  element;
  chart = heapChart();
  canvas = h("canvas", { role: "img", "aria-label": "Map of the heap, not asked for yet" });
  legend = h("p", { class: "legend" });
  by;
  /** It has a line of its own: if the picture moved when it speaks, the mouse would be beside it. */
  tip = h("p", { class: "note", role: "status" });
  parts;
  classes;
  lower = h("div", { class: "wings" });
  growthNote = h("span", { class: "note" });
  map = null;
  base = null;
  last = null;
  take() {
    drawHeap(this.chart, this.history);
  }
  show() {
    drawHeap(this.chart, this.history);
    this.drawMap();
  }
  async showMap() {
    this.map = await ask("vm/heap", { ...this.which, cells: 4096 });
    this.parts.set(this.map.parts);
    this.lower.replaceChildren(h("div", { class: "map" }, this.legend, this.tip, this.canvas), this.parts.element);
    this.lower.classList.remove("one");
    this.growthNote.textContent = "";
    this.drawMap();
  }
  /** A cell for each stretch of the heap, in the colour of what takes most of it, as bright as it is full. */
  drawMap() {
    const { map } = this;
    if (!map) return;
    const isByKind = this.by.value === "kind", of = isByKind ? map.kind : map.solidity, words = isByKind ? map.kinds : map.solidities;
    const what = isByKind ? "kind" : "solid";
    const size = this.size(), g = fitted(this.canvas, COLUMNS * size, Math.ceil(of.length / COLUMNS) * size);
    g.clearRect(0, 0, COLUMNS * size, Math.ceil(of.length / COLUMNS) * size);
    of.forEach((state, i) => {
      const x = i % COLUMNS * size, y = Math.floor(i / COLUMNS) * size;
      g.globalAlpha = 1;
      g.fillStyle = css("--lane");
      g.fillRect(x, y, size - 1, size - 1);
      g.globalAlpha = map.used[i] / 100;
      g.fillStyle = css(color(what, state));
      g.fillRect(x, y, size - 1, size - 1);
    });
    g.globalAlpha = 1;
    const seen = [...new Set(of.filter((_, i) => map.used[i] > 0))].sort((a, b) => a - b);
    this.legend.replaceChildren(
      ...seen.map((state) => {
        const swatch = h("span", { class: "dot" });
        swatch.style.background = css(color(what, state));
        return h("span", { class: "entry" }, swatch, words[state]);
      }),
      h("span", { class: "entry" }, h("span", { class: "dot empty" }), "free"),
      map.freeEnd ? h("span", { class: "entry" }, `${bytes(map.freeEnd)} free behind the last object are not drawn`) : ""
    );
    const full = map.used.reduce((sum, used) => sum + used, 0) / map.used.length;
    this.canvas.setAttribute("aria-label", `Map of ${bytes(map.bytes - map.freeEnd)} of heap, ${full.toFixed(0)} % of them used, mostly ${map.parts.slice(0, 3).map((part) => `${part.kind} ${part.solidity}`).join(", ")}`);
  }
  size() {
    return Math.max(3, Math.floor((this.canvas.parentElement.clientWidth - 16) / COLUMNS));
  }
  point(event) {
    const { map } = this;
    if (!map) return;
    const size = this.size(), at = Math.floor(event.offsetY / size) * COLUMNS + Math.floor(event.offsetX / size);
    if (at >= map.kind.length) return;
    const each = (map.bytes - map.freeEnd) / map.kind.length;
    this.tip.textContent = `at ${bytes(Math.round(at * each))}: ${map.used[at] ? `${map.kinds[map.kind[at]]}, ${map.solidities[map.solidity[at]]}, ${map.used[at]} % full` : "free"}`;
  }
  histogram() {
    return order("vm/histogram", this.which);
  }
  /** Two histograms: what there is now, and what there was when it was first counted. */
  async countClasses() {
    const now = await this.histogram();
    this.last = now;
    this.base ??= now;
    const rows = /* @__PURE__ */ new Map();
    for (const [name, objects, size] of now.classes) rows.set(name, { name, count: objects, bytes: size, moreCount: objects, moreBytes: size });
    for (const [name, objects, size] of this.base.classes) {
      const row = rows.get(name) ?? { name, count: 0, bytes: 0, moreCount: 0, moreBytes: 0 };
      row.moreCount -= objects;
      row.moreBytes -= size;
      rows.set(name, row);
    }
    const seconds = Math.round((now.time - this.base.time) / 1e3);
    const isFirst = now === this.base;
    this.growthNote.textContent = isFirst ? "Count again later to see what has grown." : `Growth in ${seconds} s.`;
    this.classes.set([...rows.values()], isFirst ? "-bytes" : "-more");
    this.lower.replaceChildren(this.classes.element);
    this.lower.classList.add("one");
  }
};

// monitor-locks.ts
var INTERVAL = 1e3;
var LocksPanel = class {
  constructor(which) {
    this.which = which;
    this.grid = new Grid([
      { id: "millis", title: "Waited", text: (site) => (site.millis / 1e3).toFixed(2) + " s", value: (site) => site.millis, bar: (site) => site.millis / (this.millis || 1), width: 92 },
      { id: "looks", title: "Seen", text: (site) => count(site.looks), value: (site) => site.looks, width: 64 },
      { id: "waiter", title: "Thread", name: true, width: 130, text: (site) => visible(site.waiter), value: (site) => site.waiter },
      { id: "at", title: "waited in", name: true, text: (site) => visible(site.at), value: (site) => site.at },
      { id: "lock", title: "for", name: true, text: (site) => visible(site.lock), value: (site) => site.lock },
      { id: "owner", title: "of thread", name: true, width: 130, text: (site) => visible(site.owner), value: (site) => site.owner },
      { id: "ownerAt", title: "that was in", name: true, text: (site) => visible(site.ownerAt), value: (site) => site.ownerAt }
    ], { label: "Contention", sort: "-millis", empty: "nobody was seen to wait for a lock", isChosen: (site) => key(site) === this.chosen, onChoose: (site) => this.choose(site) });
    this.element = h(
      "div",
      { class: "view" },
      h(
        "div",
        { class: "bar-row" },
        doing("Start", async () => {
          await order("vm/contention/start", which);
          this.chosen = "";
          await this.look();
        }),
        doing("Stop", async () => {
          await order("vm/contention/stop", which);
          await this.look();
        }),
        this.note
      ),
      h("div", { class: "view two" }, this.grid.element, h("div", { class: "wings" }, this.waiter, this.owner))
    );
  }
  which;
  element;
  grid;
  note = h("span", { class: "note", role: "status" }, "Start, let the program run, look who waited for whom.");
  waiter = h("pre", { class: "stack", tabindex: 0, role: "region", "aria-label": "Stack of the thread that waited" });
  owner = h("pre", { class: "stack", tabindex: 0, role: "region", "aria-label": "Stack of the thread that had the lock" });
  timer = 0;
  millis = 0;
  chosen = "";
  choose(site) {
    this.chosen = key(site);
    this.waiter.textContent = `${visible(site.waiter)} waited for ${visible(site.lock)}
` + site.waiterFrames.map((frame) => "at " + visible(frame)).join("\n");
    this.owner.textContent = `${visible(site.owner)} had it
` + site.ownerFrames.map((frame) => "at " + visible(frame)).join("\n");
  }
  async look() {
    clearTimeout(this.timer);
    const seen = await ask("vm/contention", this.which);
    this.millis = seen.millis;
    this.grid.set(seen.sites);
    this.note.textContent = (seen.running ? "" : "ended ") + `after ${(seen.millis / 1e3).toFixed(1)} s` + (seen.problem ? ": " + seen.problem : "") + (seen.total > seen.sites.length ? `; the longest ${seen.sites.length} of ${count(seen.total)}` : "");
    if (seen.running && this.element.isConnected) this.timer = setTimeout(() => void this.look().catch(fail), INTERVAL);
  }
  show() {
    if (this.millis) void this.look().catch(fail);
  }
};
function key(site) {
  return JSON.stringify([site.lock, site.waiter, site.at, site.owner, site.ownerAt]);
}

// monitor-stream.ts
var MOST = 5e3;
var Stream = class {
  /**
   * The search applies to a row's text; fits is an additional filter.
   */
  constructor(columns, label, text, fits, onChoose) {
    this.text = text;
    this.fits = fits;
    this.grid = new Grid(columns, { label, empty: "nothing yet", onChoose });
    this.hold = h("button", { "aria-pressed": "false", onclick: () => this.toggle() }, "Pause");
    this.search.addEventListener("input", this.redraw);
  }
  text;
  fits;
  grid;
  search = h("input", { type: "search", placeholder: "search", "aria-label": "Search lines" });
  hold;
  note = h("span", { class: "note", role: "status" });
  rows = [];
  held = null;
  missed = 0;
  redraw = eachFrame(() => this.draw());
  add(rows, missed) {
    this.missed += missed;
    this.rows = this.rows.concat(rows);
    if (this.rows.length > MOST) {
      this.missed += this.rows.length - MOST;
      this.rows = this.rows.slice(-MOST);
    }
    this.redraw();
  }
  clear() {
    this.rows = [];
    this.missed = 0;
    this.held = null;
    this.hold.setAttribute("aria-pressed", "false");
    this.redraw();
  }
  toggle() {
    this.held = this.held ? null : this.rows;
    this.hold.setAttribute("aria-pressed", String(this.held !== null));
    this.redraw();
  }
  filter() {
    this.redraw();
  }
  draw() {
    const all = this.held ?? this.rows, wanted = pattern(this.search.value);
    const shown2 = all.filter((row) => this.fits(row) && (!wanted || wanted.test(this.text(row))));
    const port = this.grid.element;
    const isAtEnd = port.scrollTop + port.clientHeight >= port.scrollHeight - 40;
    this.grid.set(shown2);
    if (isAtEnd && !this.held) port.scrollTop = port.scrollHeight;
    this.note.textContent = [
      shown2.length < all.length ? `${count(shown2.length)} of ${counted(all.length, "line")}` : counted(all.length, "line"),
      this.held ? `${count(Math.max(0, this.rows.length - this.held.length))} more wait` : "",
      this.missed ? `${count(this.missed)} older ones not kept` : ""
    ].filter(Boolean).join(", ");
  }
};

// monitor-log.ts
var LEVELS = "VDIWEF";
var HUES = { V: 250, D: 210, I: 130, W: 42, E: 4, F: 320 };
var LogPanel = class {
  /** pid is 0 for all programs. */
  constructor(device, pid) {
    this.device = device;
    this.pid = pid;
    this.level = h(
      "select",
      { "aria-label": "Level", onchange: () => this.stream.filter() },
      ...["verbose", "debug", "info", "warning", "error", "fatal"].map((name, i) => h("option", { value: String(i) }, i ? `${name} and worse` : "all levels"))
    );
    this.tag.addEventListener("input", () => this.stream.filter());
    this.stream = new Stream([
      { id: "time", title: "Time", name: true, width: 150, text: (line) => line[0] },
      { id: "pid", title: "Process", text: (line) => line[1] ? String(line[1]) : "", width: 76 },
      { id: "level", title: "Level", name: true, width: 54, text: (line) => line[3] === "?" ? "" : line[3], hue: (line) => HUES[line[3]] ?? -1 },
      { id: "tag", title: "Tag", name: true, width: 160, text: (line) => visible(line[4]) },
      { id: "message", title: "Message", name: true, text: (line) => visible(line[5]) }
    ], "Log", (line) => line[4] + " " + line[5], (line) => this.fits(line), (line) => {
      this.message.textContent = visible(line[5]);
    });
    this.element = h("div", { class: "view" }, h(
      "div",
      { class: "bar-row" },
      this.level,
      this.tag,
      this.stream.search,
      this.stream.hold,
      h("button", { onclick: () => this.stream.clear() }, "Clear"),
      this.stream.note,
      this.problem
    ), this.stream.grid.element, this.message);
  }
  device;
  pid;
  element;
  level;
  tag = h("input", { placeholder: "tag", "aria-label": "Tag", size: 12 });
  stream;
  message = h("pre", { class: "stack short", tabindex: 0, role: "region", "aria-label": "The whole message" });
  problem = h("span", { class: "warn", role: "status" });
  events = null;
  fits(line) {
    return (line[3] === "?" ? 0 : LEVELS.indexOf(line[3])) >= Number(this.level.value) && line[4].toLowerCase().includes(this.tag.value.toLowerCase());
  }
  show() {
    if (this.events) return;
    this.stream.clear();
    this.events = listen("device/log/events", { device: this.device, pid: this.pid || null }, { log: (told) => {
      this.stream.add(told.lines, told.missed);
      this.problem.textContent = told.problem;
    } });
    this.events.onerror = () => say("The log has broken off; it is asked for again.", true);
    this.events.onopen = () => {
      say("");
      this.stream.clear();
    };
  }
  /** If the panel is hidden, the device is not queried. */
  hide() {
    this.events?.close();
    this.events = null;
  }
};

// monitor-system.ts
var INTERVAL2 = 2e3;
var SPAN = 5 * 6e4;
var KEPT = SPAN / INTERVAL2 + 2;
var SystemPanel = class {
  constructor(device) {
    this.device = device;
    this.element = h(
      "div",
      { class: "view charts", tabindex: 0, role: "region", "aria-label": "System" },
      this.problem,
      this.load.element,
      this.memory.element,
      this.disks,
      h("p", { class: "note" }, "Load: how many threads ran or waited for a core or a disk, on average of a minute.")
    );
  }
  device;
  element;
  load = new TimeChart({ label: "Load", span: SPAN, format: (value) => value.toFixed(2), least: 1 });
  memory = new TimeChart({ label: "Memory", span: SPAN, format: bytes, least: 1e9 });
  disks = h("div", { class: "disks" });
  problem = h("p", { class: "warn", role: "status" });
  seen = [];
  timer = 0;
  show() {
    clearTimeout(this.timer);
    void this.look();
  }
  hide() {
    clearTimeout(this.timer);
    this.timer = -1;
  }
  async look() {
    try {
      const figures = await ask("device/host", { device: this.device });
      this.seen.push([Date.now(), figures]);
      if (this.seen.length > KEPT) this.seen.shift();
      this.problem.textContent = "";
      this.draw(figures);
    } catch (e) {
      this.problem.textContent = e instanceof Error ? e.message : String(e);
    }
    if (this.timer >= 0 && this.element.isConnected) this.timer = setTimeout(() => void this.look(), INTERVAL2);
    else this.timer = 0;
  }
  draw(figures) {
    const points = (of) => this.seen.map(([time2, each]) => [time2, of(each)]);
    const now = this.seen.at(-1)[0];
    this.load.set([{ title: "of a minute", color: "--run", points: points((each) => each.load) }], now);
    this.memory.set([
      { title: "all", color: "--group", points: points((each) => each.memory), isFilled: true },
      { title: "in use", color: "--busy", points: points((each) => each.memory - each.available), isFilled: true }
    ], now);
    this.disks.replaceChildren(...figures.disks.map((disk) => {
      const used = disk.bytes - disk.free;
      return h("p", {}, h("meter", { min: 0, max: disk.bytes, value: used, high: disk.bytes * 0.9, "aria-label": disk.mounted }), ` ${disk.mounted}: ${bytes(used)} of ${bytes(disk.bytes)} used`);
    }));
  }
};

// monitor-threads.ts
var MINUTE = 6e4;
var LANES = 12;
var BETWEEN_QUESTIONS = 4e3;
var STATES = {
  running: "--run",
  monitor: "--blocked",
  wait: "--idle",
  "timed wait": "--idle",
  "vm wait": "--idle",
  native: "--native",
  suspended: "--stopped"
};
var ThreadsPanel = class {
  constructor(which, history2) {
    this.which = which;
    this.history = history2;
    this.grid = new Grid([
      { id: "id", title: "Id", text: (thread) => String(thread.id), value: (thread) => thread.id, width: 56 },
      { id: "state", title: "State", text: (thread) => this.stuck.has(thread.id) ? "deadlock" : thread.state, value: (thread) => thread.state, width: 96 },
      { id: "cpu", title: "CPU", text: (thread) => share(thread.cpu, 1), value: (thread) => thread.cpu, bar: (thread) => thread.cpu },
      { id: "time", title: "CPU time", text: (thread) => ((thread.user + thread.system) / 1e3).toFixed(2) + " s", value: (thread) => thread.user + thread.system },
      { id: "name", title: "Thread", name: true, text: (thread) => visible(thread.name) + (thread.daemon ? " (daemon)" : ""), value: (thread) => thread.name }
    ], {
      label: "Threads",
      sort: "-cpu",
      empty: "no threads are known yet",
      isChosen: (thread) => thread.id === this.chosen,
      onChoose: (thread) => void this.choose(thread).catch(fail)
    });
    this.element = h(
      "div",
      { class: "view" },
      this.alarm,
      h("div", { class: "lanes" }, this.lanes),
      h("div", { class: "wings" }, this.grid.element, h("div", { class: "view" }, this.cpu.element, this.stack))
    );
  }
  which;
  history;
  element;
  grid;
  lanes = h("canvas", { role: "img", "aria-label": "What the threads did in the last minute" });
  stack = h("pre", { class: "stack", tabindex: 0, role: "region", "aria-label": "Stack" }, "Choose a thread: its stack is shown here.");
  cpu = new TimeChart({ label: "CPU", span: SHOWN, format: (value) => share(value, 1), least: 0.5, height: 76 });
  alarm = h("div", { class: "alarm", role: "alert", hidden: true });
  live = null;
  chosen = -1;
  stuck = /* @__PURE__ */ new Set();
  asked = 0;
  isSeen = false;
  take(live) {
    this.live = live;
    this.grid.set(live.threads);
    if (this.isSeen) {
      this.drawLanes();
      this.drawCpu();
      void this.lookForDeadlocks(live);
    }
  }
  show() {
    this.isSeen = true;
    this.drawLanes();
    this.drawCpu();
  }
  hide() {
    this.isSeen = false;
  }
  async choose(thread) {
    this.chosen = thread.id;
    this.drawCpu();
    const { frames } = await ask("vm/stack", { ...this.which, thread: thread.id });
    this.stack.textContent = frames.length ? frames.map((frame) => "at " + visible(frame)).join("\n") : "no frames: it runs native code, or has ended";
  }
  drawCpu() {
    const thread = this.live?.threads.find((each) => each.id === this.chosen);
    this.cpu.set([
      { title: "all threads", color: "--busy", points: this.history.cpu },
      ...thread ? [{ title: visible(thread.name), color: "--run", points: this.history.cpuOfThread(thread.id) }] : []
    ], this.history.now);
  }
  /** A row for each thread, the busiest first: what it did when it was looked at. */
  drawLanes() {
    const { live } = this;
    if (!live) return;
    const width = this.lanes.parentElement.clientWidth, gutter = Math.min(170, width / 4), row = 14;
    const threads = [...live.threads].sort((a, b) => Number(this.stuck.has(b.id)) - Number(this.stuck.has(a.id)) || b.user + b.system - a.user - a.system).slice(0, LANES);
    const g = fitted(this.lanes, width, Math.max(1, threads.length) * row);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, threads.length * row);
    g.font = "11px " + css("--sans");
    g.textBaseline = "middle";
    threads.forEach((thread, i) => {
      g.save();
      g.beginPath();
      g.rect(0, i * row, gutter - 6, row);
      g.clip();
      g.fillStyle = css(this.stuck.has(thread.id) ? "--blocked" : "--fg");
      g.fillText(visible(thread.name), 8, i * row + row / 2);
      g.restore();
      for (const [state, from, to] of thread.spans) {
        const left = gutter + Math.max(0, 1 - (live.now - from) / MINUTE) * (width - gutter);
        const right = gutter + Math.max(0, 1 - (live.now - to) / MINUTE) * (width - gutter);
        if (right < gutter) continue;
        g.fillStyle = css(STATES[state] ?? "--lane");
        g.fillRect(left, i * row + 2, Math.max(2, right - left), row - 4);
      }
    });
  }
  async lookForDeadlocks(live) {
    const blocked = live.threads.filter((thread) => thread.state === "monitor").length;
    if (!live.features?.includes("thread-locks") || blocked < 2 && !this.stuck.size || live.now - this.asked < BETWEEN_QUESTIONS) return;
    this.asked = live.now;
    try {
      this.tell((await ask("vm/locks", this.which)).deadlocks);
    } catch {
    }
  }
  tell(circles) {
    this.stuck = new Set(circles.flat().map((wait) => wait.waiter.id));
    this.alarm.hidden = !circles.length;
    const words = circles.map((circle) => "Deadlock: " + circle.map((wait) => `${visible(wait.waiter.name)} (in ${visible(wait.waiter.at)}) waits for ${visible(wait.lock)}, which ${visible(wait.owner.name)} has`).join("; ") + ".");
    if (this.alarm.textContent !== words.join("")) this.alarm.replaceChildren(...words.map((line) => h("p", {}, line)));
    this.grid.draw();
    this.drawLanes();
  }
};

// monitor-wire.ts
var WirePanel = class {
  constructor(which) {
    this.which = which;
    this.direction = h(
      "select",
      { "aria-label": "Direction", onchange: () => this.stream.filter() },
      h("option", { value: "" }, "both directions"),
      h("option", { value: ">" }, "to the VM"),
      h("option", { value: "<" }, "from the VM")
    );
    this.stream = new Stream([
      { id: "time", title: "Seconds", text: (packet) => (packet[0] / 1e6).toFixed(6), width: 100 },
      { id: "direction", title: "To", name: true, width: 60, text: (packet) => ({ ">": "VM", "<": "us" })[packet[2]] ?? "", hue: (packet) => packet[2] === ">" ? 210 : packet[2] === "<" ? 24 : -1 },
      // The server has written control characters as numbers.
      { id: "words", title: "Packet", name: true, text: (packet) => packet[3] }
    ], "Packets", (packet) => packet[3], (packet) => !this.direction.value || packet[2] === this.direction.value, (packet) => {
      this.packet.textContent = packet[3];
    });
    this.element = h("div", { class: "view" }, h(
      "div",
      { class: "bar-row" },
      doing("Start", () => this.start()),
      doing("Stop", () => order("vm/wire/stop", which)),
      this.direction,
      this.stream.search,
      this.stream.hold,
      this.file,
      this.state,
      this.stream.note
    ), this.stream.grid.element, this.packet);
    this.file.href = address(api + "vm/wire/file", which);
  }
  which;
  element;
  stream;
  direction;
  packet = h("pre", { class: "stack short", tabindex: 0, role: "region", "aria-label": "The whole packet" });
  file = h("a", { download: "", hidden: true }, "Save (dexscope wire)");
  state = h("span", { class: "note", role: "status" }, "Nothing is listened to: start.");
  events = null;
  isThere = false;
  isSeen = false;
  async start() {
    await order("vm/wire/start", this.which);
    this.isThere = true;
    this.close();
    this.open();
  }
  take(live) {
    this.isThere = live.wire;
    if (this.isSeen) this.open();
  }
  show() {
    this.isSeen = true;
    this.open();
  }
  hide() {
    this.isSeen = false;
    this.close();
  }
  open() {
    if (this.events || !this.isThere) return;
    this.stream.clear();
    this.events = listen("vm/wire/events", this.which, { wire: (told) => {
      this.stream.add(told.lines, told.missed);
      this.file.hidden = false;
      this.state.textContent = `${told.running ? "listening" : told.full ? "the recording is full" : "stopped"}, ${bytes(told.bytes)}`;
    }, gone: () => this.close() });
    this.events.onopen = () => this.stream.clear();
  }
  close() {
    this.events?.close();
    this.events = null;
  }
};

// monitor.ts
var MANY = 12;
function place2() {
  const given = new URLSearchParams(location.hash.slice(1));
  const device = given.get("device"), pid = Number(given.get("pid") ?? 0);
  return device && Number.isInteger(pid) ? { device, pid, tab: given.get("tab") ?? "" } : null;
}
function go(device, pid, tab) {
  location.hash = new URLSearchParams({ device, ...pid ? { pid: String(pid) } : {}, tab }).toString();
}
var Devices = class {
  devices = [];
  list = byId("devices");
  filter = h("input", { type: "search", placeholder: "find a program", "aria-label": "Find a program", hidden: true, oninput: () => this.draw() });
  sections = h("div");
  drawn = "";
  constructor() {
    this.list.append(this.filter, this.sections);
    const events = listen("devices/events", {}, { devices: (told) => {
      this.devices = told.devices;
      this.draw();
      say("");
      document.documentElement.dataset.ready ??= String(Math.round(performance.now()));
    } });
    events.onerror = () => say("The command that serves this page does not answer; it is asked again.", true);
  }
  draw() {
    const at = place2();
    const drawn = JSON.stringify([this.devices, at, this.filter.value]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const focused = document.activeElement?.dataset.key;
    this.filter.hidden = this.devices.reduce((sum, device) => sum + device.vms.length, 0) < MANY;
    const wanted = this.filter.hidden ? null : pattern(this.filter.value);
    const seen = this.devices.filter((device) => device.services || device.vms.length || device.problem);
    const parts = seen.map((device) => h(
      "section",
      {},
      h("h2", { title: device.problem }, device.model ? `${visible(device.model)} ` : "", h("small", {}, device.serial)),
      device.state !== "device" || device.problem ? h("p", { class: "warn" }, device.problem || device.state) : null,
      ...device.services && device.state === "device" ? [this.button(device, 0, "system", "", "System", "load, memory, disk"), this.button(device, 0, "log", "", "Log", "of all programs")] : [],
      ...device.vms.filter((vm) => !wanted || wanted.test(`${vm.name} ${vm.pid}`)).map((vm) => this.button(
        device,
        vm.pid,
        "",
        vm.state,
        visible(vm.name),
        `${vm.pid}${vm.waits ? ", waits for a debugger" : ""}${vm.state === "attached" ? "" : ", " + vm.state}`,
        vm.problem || vm.vm
      )),
      device.vms.length ? null : h("p", { class: "note" }, "no VM")
    ));
    this.sections.replaceChildren(...parts.length ? parts : [h("p", { class: "note" }, "No device yet. Connect one, start an emulator, or: dexscope device start")]);
    if (focused) this.sections.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }
  button(device, pid, tab, state, name, more, title = "") {
    const at = place2();
    const isChosen = at?.device === device.serial && at.pid === pid && (pid !== 0 || at.tab === tab);
    return h(
      "button",
      {
        class: "vm",
        "aria-pressed": String(isChosen),
        title,
        "data-key": `${device.serial} ${pid} ${tab}`,
        onclick: () => go(device.serial, pid, tab || (pid && at?.pid ? at.tab : "") || "overview")
      },
      h("span", { class: "light " + (state || "plain"), "aria-hidden": "true" }),
      name + " ",
      h("small", {}, more)
    );
  }
};
var DeviceView = class {
  element = h("div", { class: "view" });
  panels;
  panel = null;
  constructor(device) {
    this.panels = { system: new SystemPanel(device), log: new LogPanel(device, 0) };
    new ResizeObserver(() => this.panel?.show?.()).observe(this.element);
  }
  show(tab) {
    const next = this.panels[tab] ?? this.panels.system;
    if (next !== this.panel) this.panel?.hide?.();
    this.panel = next;
    this.element.replaceChildren(next.element);
    next.show?.();
  }
  close() {
    this.panel?.hide?.();
  }
};
var TABS = [["overview", "Overview"], ["threads", "Threads"], ["locks", "Locks"], ["heap", "Heap"], ["allocations", "Allocations"], ["log", "Log"], ["wire", "Wire"]];
var VmView = class {
  element;
  which;
  events;
  head = h("div", { class: "bar-row" });
  tabs = h("div", { role: "tablist", "aria-label": "Views", id: "tabs" });
  body = h("section", { role: "tabpanel", id: "view", class: "view" });
  history = new History();
  panels;
  tab = "";
  drawn = "";
  constructor(device, pid) {
    const which = this.which = { device, pid };
    this.panels = {
      overview: new OverviewPanel(this.history),
      threads: new ThreadsPanel(which, this.history),
      locks: new LocksPanel(which),
      heap: new HeapPanel(which, this.history),
      allocations: new AllocationsPanel(which),
      log: new LogPanel(device, pid),
      wire: new WirePanel(which)
    };
    for (const [key3, title] of TABS) {
      this.tabs.append(h("button", { role: "tab", "data-tab": key3, id: "tab-" + key3, "aria-controls": "view", onclick: () => go(device, pid, key3) }, title));
    }
    this.tabs.addEventListener("keydown", (event) => this.step(event));
    this.element = h("div", { class: "view" }, this.head, h("div", { class: "tab-row" }, this.tabs), this.body);
    this.events = listen("vm/events", which, {
      vm: (live) => this.take(live),
      gone: () => {
        this.events.close();
        say("This VM has ended.", true);
      }
    });
    new ResizeObserver(() => this.panels[this.tab]?.show?.()).observe(this.element);
    order("vm/select", which).catch(() => {
    });
  }
  /** Arrows go from tab to tab. */
  step(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const at = TABS.findIndex(([key3]) => key3 === this.tab), next = (at + step + TABS.length) % TABS.length;
    go(this.which.device, this.which.pid, TABS[next][0]);
    this.tabs.children[next].focus();
    event.preventDefault();
  }
  show(tab) {
    const next = tab in this.panels ? tab : "overview";
    if (next !== this.tab) this.panels[this.tab]?.hide?.();
    this.tab = next;
    for (const button of this.tabs.children) {
      const isChosen = button.dataset.tab === next;
      button.setAttribute("aria-selected", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
    this.body.setAttribute("aria-labelledby", "tab-" + next);
    this.body.replaceChildren(this.panels[next].element);
    this.panels[next].show?.();
  }
  close() {
    this.events.close();
    this.panels[this.tab]?.hide?.();
  }
  take(live) {
    this.history.take(live);
    this.drawHead(live);
    for (const [key3, panel] of Object.entries(this.panels)) if (key3 === this.tab || key3 === "threads" || key3 === "wire") panel.take?.(live);
  }
  drawHead(live) {
    const { name, state, problem, pid, vm, abi, tracing } = live;
    const drawn = JSON.stringify([name, state, problem, vm, abi, tracing, live.debugger, live.selected]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const trace = (interval) => order("vm/trace/start", { ...this.which, interval });
    this.head.replaceChildren(
      h("strong", { class: "chosen-name" }, visible(name)),
      h("span", { class: "note" }, [pid, vm, abi, state === "attached" ? "" : state + " " + problem].filter(Boolean).map(String).map(visible).join(" · ")),
      h("span", { class: "spacer" }),
      ...tracing ? [doing("Stop and open the trace", async () => {
        const { id } = await order("vm/trace/stop", this.which);
        location.assign("/t/" + encodeURIComponent(id));
      })] : [doing("Trace calls", () => trace(0)), doing("Take samples", () => trace(1e3))],
      ...live.selected ? [h("code", { title: "the port of the VM that is selected" }, `jdb -attach ${live.selected}`)] : [],
      live.debugger ? h("code", {}, `jdb -attach localhost:${live.debugger}`) : doing("Debugger port", () => order("vm/debugger", this.which)),
      doing("End the VM", async () => {
        if (confirm(`End ${visible(name)}?`)) await order("vm/exit", this.which);
      })
    );
  }
};
var shown = null;
var key2 = "";
function show() {
  const at = place2();
  devices.draw();
  if (!at) return;
  const next = `${at.device} ${at.pid}`;
  if (next !== key2 || !shown) {
    shown?.close();
    say("");
    shown = at.pid ? new VmView(at.device, at.pid) : new DeviceView(at.device);
    key2 = next;
    byId("vm").replaceChildren(shown.element);
  }
  shown.show(at.tab);
}
setTheme("");
byId("theme").addEventListener("click", () => {
  setTheme(isDark() ? "light" : "dark");
  shown?.show(place2()?.tab ?? "");
});
var devices = new Devices();
addEventListener("hashchange", show);
show();
