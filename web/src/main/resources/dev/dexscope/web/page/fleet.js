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
function signed(change, text) {
  return (change > 0 ? "+" : "") + text;
}
function counted(n, word) {
  return `${count(n)} ${word}${n === 1 ? "" : "s"}`;
}
function short(name) {
  const open = name.indexOf("(");
  const qualified = open < 0 ? name : name.slice(0, open);
  const parts = qualified.split(".");
  return parts.slice(Math.max(0, parts.length - 2)).join(".");
}

// actions.ts
function keyName(key) {
  const upper = key.toUpperCase();
  return key === upper ? "Shift+" + key : upper;
}
function copying(id, key, text, hint, what) {
  const isAllowed = "clipboard" in navigator;
  return {
    id,
    key,
    text,
    isOn: isAllowed && hint !== "",
    hint: isAllowed ? hint : "Browsers allow it only on pages of this machine or over https",
    act: () => void navigator.clipboard.writeText(what())
  };
}

// menu.ts
var ROOM = 4;
var Menu = class {
  constructor(actionsOf2) {
    this.actionsOf = actionsOf2;
    document.body.append(this.element);
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("contextmenu", (event) => event.preventDefault());
    addEventListener("pointerdown", (event) => {
      if (!this.element.contains(event.target)) this.close(false);
    }, true);
    addEventListener("wheel", (event) => {
      if (!this.element.contains(event.target)) this.close();
    }, { capture: true, passive: true });
    addEventListener("resize", () => this.close());
    addEventListener("blur", () => this.close());
  }
  actionsOf;
  name = h("p", { class: "menu-name" });
  list = h("div", { role: "menu" });
  element = h("div", { class: "menu", hidden: true }, this.name, this.list);
  /** What had the focus before. */
  before = null;
  entries = [];
  /**
   * Opens for what is found in an element: at the mouse, or without an event where the element's own cursor is, at the
   * menu key or Shift+F10.
   */
  listen(element, find) {
    const open = (event, spot) => {
      if (!spot) return;
      event.preventDefault();
      event.stopPropagation();
      this.open(spot);
    };
    element.addEventListener("contextmenu", (event) => open(event, find(event)));
    element.addEventListener("keydown", (event) => {
      if (event.key === "ContextMenu" || event.key === "F10" && event.shiftKey) open(event, find(null));
    });
  }
  open({ target, x, y }) {
    if (this.element.hidden) this.before = document.activeElement;
    this.entries = [];
    const groups = this.actionsOf(target).map((actions) => h("div", { role: "group" }, ...actions.map((action) => this.entry(action))));
    this.list.replaceChildren(...groups);
    this.list.setAttribute("aria-label", "Actions for " + target.name);
    this.name.textContent = target.kind === "method" ? short(target.name) : target.name;
    this.name.title = target.name;
    this.element.hidden = false;
    const { offsetWidth, offsetHeight } = this.element;
    this.element.style.left = Math.max(ROOM, Math.min(x, innerWidth - offsetWidth - ROOM)) + "px";
    this.element.style.top = Math.max(ROOM, Math.min(y, innerHeight - offsetHeight - ROOM)) + "px";
    this.focus(this.entries.findIndex((each) => each.action.isOn));
  }
  entry(action) {
    const button = h(
      "button",
      {
        role: "menuitem",
        tabindex: -1,
        title: action.hint,
        onclick: () => this.run(action),
        onpointermove: () => button.focus()
      },
      h("span", {}, action.text),
      h("kbd", {}, keyName(action.key))
    );
    if (!action.isOn) button.setAttribute("aria-disabled", "true");
    this.entries.push({ action, button });
    return button;
  }
  run(action) {
    if (!action.isOn) return;
    this.close();
    action.act();
  }
  close(returns = true) {
    if (this.element.hidden) return;
    this.element.hidden = true;
    if (returns) this.before?.focus();
  }
  focus(at) {
    this.entries[at]?.button.focus({ preventScroll: false });
  }
  key(event) {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const size = this.entries.length, at = this.entries.findIndex((each) => each.button === document.activeElement);
    const moves = { ArrowDown: (at + 1) % size, ArrowUp: (at - 1 + size) % size, Home: 0, End: size - 1 };
    if (event.key in moves) this.focus(moves[event.key]);
    else if (event.key === "Escape" || event.key === "Tab") this.close();
    else if (event.key === "Enter" || event.key === " ") this.run(this.entries[at].action);
    else {
      const wanted = this.entries.find((each) => each.action.key === event.key);
      if (!wanted) return;
      this.run(wanted.action);
    }
    event.preventDefault();
  }
};

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
  const key = hue * 2 + depth % 2;
  let color = colors.get(key);
  if (!color) {
    color = dark ? `hsl(${hue} 40% ${36 + depth % 2 * 3}%)` : `hsl(${hue} 72% ${76 - depth % 2 * 3}%)`;
    colors.set(key, color);
  }
  return color;
}
function changeColor(base, head) {
  const change = Math.max(-1, Math.min(1, (head - base) / Math.max(base, head, 1)));
  const strength = Math.sqrt(Math.abs(change));
  const hue = change > 0 ? 8 : 214;
  return dark ? `hsl(${hue} ${70 * strength}% ${30 + 12 * strength}%)` : `hsl(${hue} ${85 * strength}% ${90 - 22 * strength}%)`;
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

// diff-flame.ts
var ROW = 18;
function layout({ caller, base_ns, head_ns }) {
  const size = caller.length, left = new Float64Array(size), width = new Float64Array(size), depth = new Int32Array(size);
  const used = new Float64Array(size), below = new Float64Array(size);
  const larger = (i) => Math.max(base_ns[i], head_ns[i]);
  for (let i = 1; i < size; i++) below[caller[i]] += larger(i);
  width[0] = 1;
  for (let i = 1; i < size; i++) {
    const parent = caller[i];
    width[i] = width[parent] * larger(i) / Math.max(1, larger(parent), below[parent]);
    left[i] = left[parent] + used[parent];
    used[parent] += width[i];
    depth[i] = depth[parent] + 1;
  }
  return { left, width, depth };
}
var DiffFlame = class {
  element;
  tip = h("div", { class: "tip", role: "status" });
  canvas = h("canvas", { role: "img", "aria-label": "Differential flame graph" });
  redraw = eachFrame(() => this.draw());
  shown = null;
  lay = null;
  /** A click on a path calls back with its name. */
  constructor(onChoose) {
    this.element = h("div", { class: "canvas-port half" }, this.canvas);
    new ResizeObserver(this.redraw).observe(this.element);
    this.canvas.addEventListener("mousemove", (event) => this.point(event));
    this.canvas.addEventListener("mouseleave", () => this.tip.classList.remove("on"));
    if (onChoose) this.canvas.addEventListener("click", (event) => {
      const name = this.nameAt(event);
      if (name) onChoose(name);
    });
  }
  /** The name of the path below the mouse; empty for none, and for the whole. */
  nameAt(event) {
    const node = this.find(event);
    return node > 0 ? this.name(node) : "";
  }
  set(shown) {
    this.shown = shown;
    this.lay = layout(shown.paths);
    this.canvas.setAttribute("aria-label", `Differential flame graph of ${count(shown.paths.caller.length)} call paths`);
    this.draw();
  }
  name(node) {
    const name = this.shown.paths.name[node];
    return name < 0 ? "the whole" : this.shown.names[name];
  }
  draw() {
    const { shown, lay } = this;
    if (!shown || !lay || !this.element.clientWidth) return;
    const width = this.element.clientWidth, rows = lay.depth.reduce((a, b) => Math.max(a, b), 0) + 1;
    const g = fitted(this.canvas, width, rows * ROW);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, rows * ROW);
    g.font = "11px " + css("--mono");
    g.textBaseline = "middle";
    for (let i = 0; i < lay.depth.length; i++) {
      const w = lay.width[i] * width, x = lay.left[i] * width, y = lay.depth[i] * ROW;
      if (w < 0.4) continue;
      g.fillStyle = changeColor(shown.paths.base_ns[i], shown.paths.head_ns[i]);
      g.fillRect(x, y, Math.max(0.4, w - (w > 3 ? 0.7 : 0)), ROW - 1);
      if (w > 30) {
        g.fillStyle = css("--box-text");
        g.fillText(fit(this.name(i), w - 8), x + 4, y + ROW / 2);
      }
    }
  }
  /** The path below the mouse; -1 for none. */
  find(event) {
    const { lay } = this;
    if (!lay) return -1;
    const box = this.canvas.getBoundingClientRect(), x = (event.clientX - box.left) / box.width;
    const depth = Math.floor((event.clientY - box.top) / ROW);
    return lay.depth.findIndex((each, i) => each === depth && x >= lay.left[i] && x < lay.left[i] + lay.width[i]);
  }
  point(event) {
    const node = this.find(event);
    this.tip.classList.toggle("on", node >= 0);
    if (node < 0) return;
    const base = this.shown.paths.base_ns[node], head = this.shown.paths.head_ns[node];
    this.tip.replaceChildren(h("strong", {}, this.name(node)), h("div", {}, `${time(base)} before, ${time(head)} after: ${base ? signed(head - base, share(head - base, base)) : "new"}`));
    place(this.tip, event, this.element.parentElement);
  }
};

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
    const shown = [];
    for (let i = first; i < last; i++) shown.push(this.row(this.sorted[i], i));
    if (!this.sorted.length) shown.push(h("div", { class: "grid-row empty", role: "row" }, h("div", { role: "cell" }, this.options.empty ?? "nothing")));
    this.body.replaceChildren(...shown);
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

// version-chart.ts
var HEIGHT2 = 190;
var LABELS = 40;
var TOP = 18;
var NARROWEST = 74;
var LEFT = 64;
var WIDEST2 = 180;
var VersionChart = class {
  /** A click on a version calls back with it; with the shift key it is that before. */
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.element.append(this.sheet);
    new ResizeObserver(this.redraw).observe(this.element);
  }
  onChoose;
  element = h("div", { class: "version-port", tabindex: 0, role: "group", "aria-label": "Versions" });
  canvas = h("canvas", { "aria-hidden": "true" });
  sheet = h("div", { class: "versions" });
  redraw = eachFrame(() => this.draw());
  means = [];
  compared = [];
  set(means, compared) {
    this.means = means;
    this.compared = compared;
    this.draw();
  }
  draw() {
    const { means } = this, room = this.element.clientWidth - LEFT;
    if (room <= 0) return;
    if (!means.length) {
      this.sheet.replaceChildren();
      return;
    }
    const step = Math.max(NARROWEST, Math.min(WIDEST2, room / Math.max(1, means.length)));
    const width = LEFT + step * means.length;
    this.sheet.style.width = width + "px";
    const most = Math.max(1, ...means.map((each) => each.mean_ns + (each.half_width_ns ?? 0)));
    const x = (i) => LEFT + step * (i + 0.5), y = (ns) => HEIGHT2 - LABELS - (HEIGHT2 - LABELS - TOP) * ns / most;
    const g = fitted(this.canvas, width, HEIGHT2);
    g.clearRect(0, 0, width, HEIGHT2);
    g.lineWidth = 1;
    g.strokeStyle = css("--line");
    for (const at of [0, most]) {
      g.beginPath();
      g.moveTo(LEFT, Math.round(y(at)) + 0.5);
      g.lineTo(width, Math.round(y(at)) + 0.5);
      g.stroke();
    }
    g.strokeStyle = css("--dim");
    g.lineWidth = 1.5;
    g.beginPath();
    means.forEach((each, i) => i ? g.lineTo(x(i), y(each.mean_ns)) : g.moveTo(x(i), y(each.mean_ns)));
    g.stroke();
    means.forEach((each, i) => {
      const half = each.half_width_ns ?? 0, isCompared = this.compared.includes(each.version);
      g.strokeStyle = g.fillStyle = css(isCompared ? "--accent" : "--dim");
      for (const [x0, y0, x1, y1] of [[0, -half, 0, half], [-5, half, 5, half], [-5, -half, 5, -half]]) {
        g.beginPath();
        g.moveTo(x(i) + x0, y(each.mean_ns + y0));
        g.lineTo(x(i) + x1, y(each.mean_ns + y1));
        g.stroke();
      }
      g.beginPath();
      g.arc(x(i), y(each.mean_ns), isCompared ? 5 : 4, 0, 2 * Math.PI);
      g.fill();
    });
    const scale = h("span", { class: "top" }, time(most)), ground = h("span", { class: "top" }, "0");
    scale.style.top = y(most) - 8 + "px";
    ground.style.top = y(0) - 8 + "px";
    this.sheet.replaceChildren(this.canvas, scale, ground, ...means.map((each, i) => this.button(each, LEFT + step * i, step)));
  }
  button(each, left, width) {
    const spread = each.half_width_ns === null ? "" : " ± " + time(each.half_width_ns);
    const words = `${each.version || "no version"}: ${time(each.mean_ns)}${spread}, ${counted(each.runs, "run")}`;
    const button = h(
      "button",
      {
        title: words + ". Click: compare with the version before; with Shift: take it as the version before.",
        "aria-pressed": String(this.compared.includes(each.version)),
        onclick: (event) => this.onChoose(each.version, event.shiftKey)
      },
      h("span", {}, each.version || "–"),
      h("small", {}, time(each.mean_ns))
    );
    button.style.left = left + "px";
    button.style.width = width + "px";
    return button;
  }
};

// fleet.ts
var TRIED = 8;
var TABS = [["methods", "Methods that moved"], ["flame", "Flame difference"], ["runs", "Runs"]];
function parse() {
  const given = new URLSearchParams(location.hash.slice(1)), tab = given.get("tab"), theme = given.get("theme");
  return {
    app: given.get("app") ?? "",
    from: given.get("from") ?? "",
    to: given.get("to") ?? "",
    scenario: given.get("scenario"),
    tab: TABS.some(([name]) => name === tab) ? tab : "methods",
    method: given.get("method") ?? "",
    theme: theme === "light" || theme === "dark" ? theme : ""
  };
}
var FleetPage = class {
  state = parse();
  asker = new Asker();
  listing = new Asker();
  app = byId("app");
  from = byId("from");
  to = byId("to");
  scenario = byId("scenario");
  title = h("h2", {});
  menu = new Menu((target) => target.own ?? []);
  chart = new VersionChart((version, isBefore) => this.choose(version, isBefore));
  flame = new DiffFlame((name) => this.chooseNamed(name));
  methods;
  runs;
  views;
  runsNote = h("p", { class: "note" });
  versions = [];
  changes = null;
  paths = null;
  listed = null;
  constructor() {
    this.methods = new Grid([
      { id: "delta", title: "Change", text: (m) => signed(m.head_ns - m.base_ns, time(m.head_ns - m.base_ns)), value: (m) => m.head_ns - m.base_ns, width: 104 },
      { id: "change", title: "Relative", text: (m) => m.change === null ? "new" : signed(m.change, share(m.change, 1)), value: (m) => m.change ?? Infinity, width: 92 },
      { id: "verdict", title: "Verdict", text: (m) => m.verdict, value: (m) => m.verdict, width: 104 },
      { id: "range", title: "95 % interval", text: range, value: (m) => m.change === null ? Infinity : m.least ?? Infinity, width: 160, hint: "The changes that the runs are consistent with." },
      { id: "name", title: "Method", name: true, text: (m) => m.name, value: (m) => m.name },
      { id: "base", title: "Before", text: (m) => time(m.base_ns), value: (m) => m.base_ns, width: 92 },
      { id: "head", title: "After", text: (m) => time(m.head_ns), value: (m) => m.head_ns, width: 92 },
      { id: "p", title: "p", text: (m) => m.p === null ? "" : m.p.toPrecision(2), value: (m) => m.p ?? 1, width: 84, hint: "The probability that chance explains the change, corrected for the number of methods." }
    ], {
      label: "Methods that moved",
      empty: "no change is proven, and none above 10 % is possible",
      onChoose: (m) => this.set({ method: m.method }),
      onOpen: (m) => this.set({ method: m.method, tab: "runs" }),
      isChosen: (m) => m.method === this.state.method,
      menu: this.menu,
      target: (m, column) => this.target(this.methods, m, column, m.name, [
        { id: "history", key: "h", text: "Time by version", hint: "Its time in a run of each version", isOn: true, act: () => this.set({ method: m.method }) },
        { id: "runs", key: "r", text: "Runs behind it", hint: "Its time in each run of both versions", isOn: true, act: () => this.set({ method: m.method, tab: "runs" }) },
        copying("copy", "y", "Copy the name", m.name, () => m.name)
      ])
    });
    this.runs = new Grid([
      { id: "time", title: "Time", text: (r) => time(r.time_ns), value: (r) => r.time_ns, width: 104 },
      { id: "version", title: "Version", text: (r) => r.version || "–", value: (r) => this.versions.indexOf(r.version), width: 104 },
      { id: "trace", title: "Trace", text: (r) => r.trace ? "open" : "not kept", value: (r) => r.trace ? 1 : 0, width: 84 },
      { id: "kind", title: "Kind", text: (r) => r.kind, value: (r) => r.kind, width: 260, name: true },
      { id: "file", title: "File", name: true, text: (r) => r.file, value: (r) => r.file },
      { id: "run", title: "Run", text: (r) => r.run, width: 150 }
    ], {
      label: "Runs",
      sort: "-time",
      empty: "no runs",
      onChoose: (r) => this.openTrace(r),
      menu: this.menu,
      target: (r, column) => this.target(this.runs, r, column, r.run, [
        { id: "open", key: "o", text: "Open its trace", hint: r.trace ? "The trace of the run" : "Not kept: add runs with --keep-traces", isOn: !!r.trace, act: () => this.openTrace(r) },
        copying("copy", "y", "Copy the run's id", r.run, () => r.run)
      ])
    });
    this.views = {
      methods: h("div", { class: "view" }, this.methods.element),
      flame: h("div", { class: "view" }, h("div", { class: "note bar-row" }, "Mean of a run in each call path of both versions; red has grown, blue has shrunk. Paths below 0.1 % of a run are not in the store. A click chooses a method."), this.flame.element, this.flame.tip),
      runs: h("div", { class: "view" }, h("div", { class: "bar-row" }, this.runsNote), this.runs.element)
    };
    this.flame.element.classList.remove("half");
    byId("chart").append(this.title, this.chart.element);
    for (const [tab, text] of TABS) {
      byId("tabs").append(h("button", { role: "tab", id: "tab-" + tab, "aria-controls": "view", onclick: () => this.set({ tab }) }, text));
    }
    this.app.addEventListener("change", () => this.set({ app: this.app.value, from: "", to: "", scenario: null, method: "" }));
    this.from.addEventListener("change", () => this.set({ from: this.from.value }));
    this.to.addEventListener("change", () => this.set({ to: this.to.value }));
    this.scenario.addEventListener("change", () => this.set({ scenario: this.scenario.value === "*" ? null : this.scenario.value.slice(1) }));
    byId("theme").addEventListener("click", () => this.set({ theme: isDark() ? "light" : "dark" }));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.dress());
    addEventListener("hashchange", () => this.become(this.whole(parse())));
  }
  target(grid, row, column, name, actions) {
    return { kind: "row", method: -1, name, own: [actions, grid.copies(row, column)] };
  }
  openTrace(run) {
    if (run.trace) location.href = "/t/" + encodeURIComponent(run.trace);
  }
  /** An address may lack the application, or name another than the store has. */
  whole(state) {
    const isKnown = [...this.app.options].some((each) => each.value === state.app);
    return isKnown ? state : { ...state, app: this.app.value };
  }
  dress() {
    setTheme(this.state.theme);
    this.chart.draw();
    this.flame.draw();
  }
  set(change) {
    const next = { ...this.state, ...change };
    const said = new URLSearchParams();
    for (const [name, value] of Object.entries(next)) {
      if (value !== null && (value !== "" || name === "scenario") && !(name === "tab" && value === "methods")) said.set(name, String(value));
    }
    history.pushState(null, "", "#" + said);
    this.become(next);
  }
  become(next) {
    const before = this.state;
    this.state = next;
    if (next.theme !== before.theme) this.dress();
    this.attempt(async () => {
      if (next.app !== before.app) await this.open();
      else if (next.from !== before.from || next.to !== before.to || next.scenario !== before.scenario) await this.compare();
      else if (next.method !== before.method || next.tab !== before.tab) await this.show(next.method !== before.method);
    });
  }
  /** The page is ready when nothing is under way. */
  attempt(work) {
    delete document.documentElement.dataset.ready;
    work().catch((e) => this.say(e instanceof Error ? e.message : String(e), true)).finally(() => {
      document.documentElement.dataset.ready = "1";
    });
  }
  say(text, isError = false) {
    byId("message").textContent = text;
    byId("message").classList.toggle("error", isError);
  }
  begin() {
    setTheme(this.state.theme);
    this.attempt(async () => {
      const { apps } = await get("/api/v1/fleet");
      this.app.replaceChildren(...apps.map((each) => h("option", { value: each.app }, `${each.app} (${counted(each.runs, "run")})`)));
      if (!apps.length) {
        this.say("The store has no runs yet: dexscope store add");
        return;
      }
      this.state = this.whole(this.state);
      await this.open();
    });
  }
  async open() {
    this.app.value = this.state.app;
    document.title = `${this.state.app} · runs · Dexscope`;
    this.say("Reading the store…");
    const answer = await get(this.root());
    this.versions = answer.versions.map((each) => each.version);
    for (const select of [this.from, this.to]) {
      select.replaceChildren(...[...answer.versions].reverse().map((each) => h("option", { value: each.version }, `${each.version || "no version"} (${count(each.runs)})`)));
    }
    byId("scenario-part").hidden = answer.scenarios.length < 2;
    this.scenario.replaceChildren(h("option", { value: "*" }, "all, each by itself"), ...answer.scenarios.map((each) => h("option", { value: "=" + each }, each || "without a name")));
    const { from, to } = this.state, all = this.versions;
    if (!all.includes(to) || !to) this.state.to = all.at(-1);
    if (!all.includes(from) || !from || from === this.state.to) this.state.from = await this.comparable(all.slice(0, Math.max(1, all.indexOf(this.state.to))));
    await this.compare();
  }
  /** The latest of earlier versions that has a kind of run which the chosen one has, too; the latest if none has. */
  async comparable(earlier) {
    for (const from of earlier.slice(-TRIED).reverse()) {
      if (await this.compared({ ...this.query(), from })) return from;
    }
    return earlier.at(-1);
  }
  /** The changes between two versions; null if they have no kind of run in common. */
  async compared(query) {
    try {
      return await this.asker.get(this.root() + "/changes", query);
    } catch (e) {
      if (e instanceof Refused && e.status === 404) return null;
      throw e;
    }
  }
  root() {
    return "/api/v1/fleet/" + encodeURIComponent(this.state.app);
  }
  query() {
    const { from, to, scenario } = this.state;
    return scenario === null ? { from, to } : { from, to, scenario };
  }
  async compare() {
    const { from, to, scenario } = this.state;
    this.from.value = from;
    this.to.value = to;
    this.scenario.value = scenario === null ? "*" : "=" + scenario;
    this.changes = this.paths = this.listed = null;
    if (from === to) {
      this.chart.set([], []);
      this.methods.set([]);
      this.say(this.versions.length < 2 ? `All runs are of version ${to || "(none)"}: runs of two versions can be compared.` : "Choose two versions.");
      return;
    }
    this.say(`Comparing ${from} with ${to}…`);
    const changes = await this.compared(this.query());
    if (changes === null) {
      this.chart.set([], []);
      this.methods.set([]);
      this.say(`${from} and ${to} have no runs on the same device and level, so they are not compared: choose other versions.`);
    }
    if (!changes) return;
    this.changes = changes;
    const { total } = changes, kinds = counted(changes.strata, "kind");
    this.say(`A run takes ${time(total.head_ns)} instead of ${time(total.base_ns)}: ${total.verdict}${total.change === null ? "" : `, ${signed(total.change, share(total.change, 1))}`}${total.least === null ? "" : ` (${range(total)})`}. ${counted(changes.base_runs, "run")} of ${from}, ${count(changes.head_runs)} of ${to}, compared within ${kinds} of devices and levels${changes.runs_left_out ? `; ${counted(changes.runs_left_out, "run")} without others of their kind` : ""}. Exclusive ${changes.time === "wall" ? "elapsed" : "CPU"} time.`);
    this.methods.set(changes.methods);
    await this.show(true);
  }
  /** Shows the chosen tab and the chosen method. */
  async show(isOther) {
    const { tab, method, from, to } = this.state;
    for (const [name] of TABS) byId("tab-" + name).setAttribute("aria-selected", String(name === tab));
    byId("view").setAttribute("aria-labelledby", "tab-" + tab);
    byId("view").replaceChildren(this.views[tab]);
    if (!this.changes) return;
    if (isOther) {
      this.listed = null;
      const known = this.changes.methods.find((each) => each.method === method);
      const shown = !method ? { name: "", versions: this.changes.total.versions } : known ?? await get(this.root() + "/history", { ...this.query(), method });
      this.title.textContent = method ? `Time of a run in ${shown.name}, by version` : "Time of a run, by version";
      this.chart.set(shown.versions, [from, to]);
      byId("chosen").replaceChildren(...method ? [
        h("span", { class: "chip" }, h("span", {}, shown.name), h("button", { "aria-label": "Show the whole run", onclick: () => this.set({ method: "" }) }, "✕")),
        h("button", { onclick: () => this.set({ tab: "runs" }) }, "Runs behind it")
      ] : []);
    }
    if (tab === "flame") {
      this.paths ??= await get(this.root() + "/paths", this.query());
      this.flame.set(this.paths);
    } else if (tab === "runs") {
      if (!this.listed) {
        const answer = await this.listing.get(this.root() + "/runs", { ...this.query(), method });
        if (!answer) return;
        this.listed = answer.runs;
        const kept = answer.runs.some((each) => each.trace);
        this.runsNote.textContent = `${counted(answer.total, "run")}${answer.total > answer.runs.length ? `, of which ${count(answer.runs.length)} are listed` : ""}; ${method ? "time in the method" : "time of the run"}. ${kept ? "A click opens a trace that is kept." : "No traces are kept: add runs with --keep-traces."}`;
      }
      this.runs.set(this.listed);
    } else {
      this.methods.draw();
    }
  }
  choose(version, isBefore) {
    const at = this.versions.indexOf(version);
    if (isBefore) this.set({ from: version });
    else this.set({ to: version, from: this.versions[at - 1] ?? this.state.from });
  }
  chooseNamed(name) {
    const at = this.paths?.names.indexOf(name) ?? -1;
    if (at >= 0) this.set({ method: this.paths.methods[at] });
  }
};
function range(c) {
  return c.least === null || c.change === null ? "" : `${signed(c.least, share(c.least, 1))} to ${c.most === null ? "any" : signed(c.most, share(c.most, 1))}`;
}
new FleetPage().begin();
