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
function byId(id2) {
  const element = document.getElementById(id2);
  if (!element) throw new Error("the page has no #" + id2);
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
function settled(milliseconds, work) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
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
function isTyping(event) {
  const target = event.target;
  return ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName);
}

// format.ts
var UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"]];
var weights = "";
function counting(what) {
  weights = what;
}
function time(ns) {
  if (weights) return count(ns) + " " + weights;
  const size = Math.abs(ns);
  for (const [unit, name] of UNITS) {
    if (size < unit) continue;
    return (size >= 1e3 * unit ? (ns / unit).toFixed(0) : (ns / unit).toPrecision(4)) + " " + name;
  }
  return Math.round(ns) + " ns";
}
function moment(ns, step2) {
  if (ns === 0) return "0";
  if (weights) return count(ns);
  const [unit, name] = step2 >= 1e8 ? [1e9, "s"] : step2 >= 1e5 ? [1e6, "ms"] : step2 >= 100 ? [1e3, "µs"] : [1, "ns"];
  const digits = Math.max(0, -Math.floor(Math.log10(step2 / unit) + 1e-9));
  return (ns / unit).toFixed(digits) + " " + name;
}
function step(span2, marks) {
  const least = span2 / Math.max(1, marks);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  for (const factor of [1, 2, 5]) if (factor * power >= least) return factor * power;
  return 10 * power;
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
function withoutPackage(name) {
  const open = name.indexOf("(");
  return open <= 0 ? name : short(name) + name.slice(open);
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
async function send(path, query, body) {
  const response = await fetch(address(path, query), { method: "POST", body });
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

// steps.ts
var STEPS = [
  { kind: "focus", key: "f", text: "Focus", hint: "Only its calls and what they called: it becomes the root" },
  { kind: "path", key: "F", text: "Focus on this path", hint: "Only this call path and what it called" },
  { kind: "merge", key: "m", text: "Merge", hint: "Leave it out: its time goes to its callers" },
  { kind: "keep", key: "k", text: "Keep", hint: "Only call paths through it, with its callers" },
  { kind: "drop", key: "d", text: "Drop", hint: "Leave out the call paths through it, with their time" }
];
function stepOf(kind2, method, path) {
  if (method < 0) return "";
  if (kind2 !== "path") return `${kind2}-${method}`;
  const methods = path.split(".").slice(1);
  return methods.at(-1) === String(method) ? "path-" + methods.join(".") : "";
}
function methodIn(step2) {
  return /^(merge|drop|keep|focus|path)-/.test(step2) ? Number(step2.split(/[-.]/).at(-1)) : -1;
}
var Steps = class {
  constructor(context) {
    this.context = context;
  }
  context;
  element = h("nav", { class: "steps", "aria-label": "Transforms of the call paths" });
  shown = "";
  async show() {
    const { steps } = this.context.state;
    this.element.hidden = !steps.length;
    if (steps.join() === this.shown) return;
    this.shown = steps.join();
    for (const method of steps.map(methodIn)) {
      if (method < 0 || method >= this.context.info.methods || this.context.names.has(method)) continue;
      const { names } = await get(this.context.api + "/butterfly", { method, mapping: this.context.state.mapping });
      this.context.names.set(method, names[0]);
    }
    if (steps.join() !== this.shown) return;
    const chips = steps.map((step2, i) => this.chip(step2, i));
    this.element.replaceChildren(...chips, ...steps.length > 1 ? [h("button", { onclick: () => this.context.store.set({ steps: [], path: "" }) }, "Undo all")] : []);
  }
  chip(step2, at) {
    const kind2 = step2.split("-")[0], method = methodIn(step2), name = this.context.names.get(method) ?? "#" + method;
    const of = step2 === "recursion" ? "recursion" : method < 0 ? step2.slice("collapse-".length).replace(/\.$/, "") : short(name);
    const words2 = { recursion: "fold", path: "focus on path to" }[kind2] ?? kind2;
    return h(
      "span",
      { class: "chip", title: method < 0 ? "" : name },
      words2 + " ",
      h("b", {}, of),
      h("button", { "aria-label": `Undo: ${words2} ${of}`, onclick: () => this.remove(at) }, "✕")
    );
  }
  remove(at) {
    this.context.store.set({ steps: this.context.state.steps.filter((_, i) => i !== at), path: "" });
  }
};

// actions.ts
function keyName(key) {
  const upper = key.toUpperCase();
  return key === upper ? "Shift+" + key : upper;
}
function methodTarget(method, name, path = "") {
  return method < 0 ? null : { kind: "method", method, name, path };
}
function prefixesOf({ kind: kind2, name }) {
  const before = (text) => text.slice(0, text.lastIndexOf(".") + 1);
  switch (kind2) {
    case "method": {
      const open = name.indexOf("("), owner = before(open < 0 ? name : name.slice(0, open));
      return { owner, around: before(owner.slice(0, -1)) };
    }
    case "class":
      return { owner: name && name + ".", around: before(name) };
    case "package":
      return { owner: "", around: name && name + "." };
    case "thread":
    case "row":
      return { owner: "", around: "" };
  }
}
function copying(id2, key, text, hint, what) {
  const isAllowed = "clipboard" in navigator;
  return {
    id: id2,
    key,
    text,
    isOn: isAllowed && hint !== "",
    hint: isAllowed ? hint : "Browsers allow it only on pages of this machine or over https",
    act: () => void navigator.clipboard.writeText(what())
  };
}
function actionsOf(context, target) {
  if (target.kind === "row") return target.own ?? [];
  const { store: store2 } = context, { method, name } = target, path = target.path ?? "", isMethod = method >= 0;
  const { owner, around } = prefixesOf(target), { steps } = store2.state;
  const show = (tab) => () => {
    context.choose(method, path);
    store2.set({ tab });
  };
  const collapse = (id2, key, what, prefix) => ({
    id: id2,
    key,
    text: "Collapse " + (prefix.slice(0, -1) || what),
    isOn: prefix !== "",
    hint: `Of calls among the methods of ${prefix || "a " + what}${prefix && "*"} only those from outside stay`,
    act: () => context.step("collapse-" + prefix)
  });
  return [
    ...target.own ?? [],
    STEPS.map(({ kind: kind2, key, text, hint }) => {
      const step2 = stepOf(kind2, method, path);
      return { id: kind2, key, text, hint, isOn: step2 !== "", act: () => context.stepOn(step2, kind2 === "path" ? path : "") };
    }),
    [
      collapse("collapse-class", "p", "class", owner),
      collapse("collapse-package", "P", "package", around),
      {
        id: "recursion",
        key: "r",
        text: steps.includes("recursion") ? "Unfold recursion" : "Fold recursion",
        isOn: true,
        hint: "A call of a method that is running already counts as a call of that one",
        act: () => context.foldRecursion()
      }
    ],
    [
      { id: "callers", key: "c", text: "Callers & callees", hint: "Who calls it, and whom it calls", isOn: isMethod, act: show("method") },
      {
        id: "source",
        key: "o",
        text: "Source",
        isOn: isMethod && context.info.sources,
        act: show("source"),
        hint: context.info.sources ? "Its source or code, with the time at each line" : "This server has no sources"
      },
      {
        id: "find",
        key: "l",
        text: "Find its calls in the timeline",
        hint: "Marks them in the timeline; . and , go from call to call",
        isOn: isMethod && name !== "",
        act: () => context.find(name)
      },
      copying("copy", "y", "Copy the name", name, () => name)
    ]
  ];
}

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
function heatColor(share2) {
  const strength = Math.sqrt(Math.max(0, Math.min(1, share2)));
  return dark ? `hsl(${48 - 30 * strength} 80% ${16 + 48 * strength}%)` : `hsl(${44 - 34 * strength} 88% ${88 - 50 * strength}%)`;
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
var LETTER = 7.6;
var WIDEST = 1200;
function textWidth(heading, texts) {
  let longest = heading.length + 1;
  for (const text of texts) longest = Math.max(longest, text.length);
  return Math.min(WIDEST, 34 + LETTER * longest);
}
var Grid = class {
  constructor(columns2, options) {
    this.columns = columns2;
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
    this.shape(columns2);
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
  shape(columns2) {
    this.columns = columns2;
    this.last = columns2.filter((column) => column.name && !column.width).at(-1);
    this.rows = [];
    this.makeRoom();
    this.head.replaceChildren(...columns2.map((column) => this.title(column)));
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
    const columns2 = widths.map((width) => width ? width + "px" : NUMBER);
    this.nameRoom = 0;
    if (isFirst && room > 0) {
      const longest = names(last), left = room - others;
      this.nameRoom = Math.max(Math.min(left, longest + WIDEST_GAP), Math.min(NAMES, room / 2, longest));
      columns2.unshift(this.nameRoom + "px");
      columns2.push("1fr");
    } else if (last) columns2.splice(this.columns.indexOf(last), 0, "minmax(220px, 1fr)");
    this.element.style.setProperty("--columns", columns2.join(" "));
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
    const down = this.sort.startsWith("-"), id2 = this.sort.replace(/^-/, "");
    const value = this.columns.find((column) => column.id === id2)?.value;
    this.sorted = value ? [...this.rows] : this.rows;
    if (value) {
      const sign = down ? -1 : 1;
      this.sorted.sort((a, b) => {
        const x = value(a), y = value(b);
        return x < y ? -sign : x > y ? sign : 0;
      });
    }
    for (const cell of this.head.children) {
      if (cell.dataset.column === id2) cell.setAttribute("aria-sort", down ? "descending" : "ascending");
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
    const page3 = Math.max(1, Math.floor(this.port.clientHeight / HEIGHT) - 2);
    const steps = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page3,
      PageUp: -page3,
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

// about.ts
var AboutView = class {
  element;
  grid;
  constructor(context) {
    const { info } = context;
    const repairs = [...info.overflow ? ["the buffer was full before the end: what came later is missing"] : [], ...info.repairs];
    this.grid = new Grid([
      { id: "calls", title: "Calls", text: (thread) => count(thread.calls), value: (thread) => thread.calls },
      { id: "paths", title: "Call paths", text: (thread) => count(thread.paths), value: (thread) => thread.paths },
      { id: "wall", title: "In methods", text: (thread) => info.times.includes("wall") ? time(thread.wall) : "", value: (thread) => thread.wall, width: 112 },
      { id: "cpu", title: "CPU", text: (thread) => info.times.includes("cpu") ? time(thread.cpu) : "", value: (thread) => thread.cpu, width: 92 },
      { id: "first", title: "First seen", text: (thread) => time(thread.first), value: (thread) => thread.first, width: 92 },
      { id: "last", title: "Last seen", text: (thread) => time(thread.last), value: (thread) => thread.last, width: 92 },
      { id: "name", title: "Thread", name: true, text: (thread) => `${thread.name} (${thread.id})`, value: (thread) => thread.name }
    ], { label: "Threads", onChoose: (thread) => {
      const { threads } = context.state, { number } = thread;
      context.store.set({ threads: threads.includes(number) ? threads.filter((t) => t !== number) : [...threads, number] });
    }, isChosen: (thread) => context.state.threads.includes(thread.number) });
    this.grid.set(info.threads);
    this.element = h(
      "div",
      { class: "view" },
      h(
        "div",
        { class: "facts" },
        h("p", {}, `${time(info.elapsed)}, ${counted(info.threads.length, "thread")}, ${counted(info.methods, "method")}, ${counted(info.records, "record")}`),
        h("p", { class: "note" }, info.facts.join(" · ")),
        repairs.length ? h("p", { class: "warn" }, "Repaired: " + repairs.join(", ")) : h("p", { class: "good" }, "Nothing had to be repaired: every call has its return."),
        info.absent ? h("p", { class: "warn" }, `${counted(info.absent, "call")} of short methods are not in this trace: their time is shown as their callers'. The file of calls beside it (dexscope.0.calls) has all.`) : null,
        info.sampled ? h("p", { class: "note" }, "Stacks were sampled: times are estimates, and calls are how often a stack was seen to change.") : null
      ),
      this.grid.element
    );
  }
  show() {
    this.grid.draw();
  }
};

// answer.ts
var FIGURES = 92;
var WORDS = 150;
function columnsOf(table, named2, none = "–") {
  return table.columns.map((column) => columnOf(column, table, named2, none));
}
function columnOf(column, table, named2, none) {
  const { key, form } = column, cells = table.rows[key];
  const title = column.heading[0].toUpperCase() + column.heading.slice(1);
  const width = Math.max(form === "text" ? WORDS : FIGURES, headingWidth(title));
  const shown2 = { id: key, title, hint: column.meaning, width };
  const isKnown = (row) => cells[row] !== null, number = (row) => cells[row] ?? 0;
  switch (form) {
    case "time":
      return { ...shown2, text: (row) => isKnown(row) ? time(number(row)) : "unknown", value: number };
    case "share":
      return { ...shown2, text: (row) => isKnown(row) ? share(number(row), 1) : "", bar: number };
    case "number":
      return { ...shown2, text: (row) => number(row) ? count(number(row)) : "", value: number };
    default: {
      const text = (row) => textOf(column, table, named2, row) ?? none;
      if (form === "text") return { ...shown2, width: Math.max(width, textWidth(title, rowsOf(table).map(text))), text, value: text };
      return { ...shown2, width: void 0, text, value: text, name: true, ...form === "method" ? { brief: (row) => withoutPackage(text(row)) } : {}, hue: (row) => form === "method" && number(row) >= 0 ? named2.hues[number(row)] : -1 };
    }
  }
}
function textOf(column, table, named2, row) {
  const cell = table.rows[column.key][row];
  return column.form === "method" ? named2.names[cell] : String(cell);
}
function methodOf(named2, cell) {
  return typeof cell === "number" && cell >= 0 ? named2.methods[cell] : -1;
}
function rowsOf(table) {
  return [...table.rows[table.columns[0].key].keys()];
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

// context.ts
var Context = class {
  constructor(api2, info, store2) {
    this.api = api2;
    this.info = info;
    this.store = store2;
    for (const thread of info.threads) this.threads.set(thread.number, thread);
  }
  api;
  info;
  store;
  threads = /* @__PURE__ */ new Map();
  /** The names of methods that were selected or transformed, by their numbers. */
  names = /* @__PURE__ */ new Map();
  menu = new Menu((target) => actionsOf(this, target));
  /** How many files with sources or programs were dropped. */
  dropped = 0;
  get state() {
    return this.store.state;
  }
  /** The time that was chosen; null for what was worked, with waiting apart. */
  get chosenTime() {
    return this.info.times.includes(this.state.time) ? this.state.time : null;
  }
  /** The time that figures are of. */
  get time() {
    const { times } = this.info;
    return this.chosenTime ?? (times.includes("cpu") ? "cpu" : times[0]);
  }
  /** The part of the trace that the views are of. */
  query() {
    const { threads, span: span2, include, exclude, steps, mapping } = this.state;
    return {
      thread: threads.length ? threads.filter((thread) => this.threads.has(thread)).join(",") : null,
      from: span2 ? span2[0] : null,
      to: span2 ? span2[1] : null,
      include: words(include),
      exclude: words(exclude),
      step: steps,
      time: this.chosenTime,
      mapping
    };
  }
  table = null;
  /** All methods of the trace, with their names. */
  methods() {
    return this.table ??= get(this.api + "/table", { mapping: this.state.mapping });
  }
  /** The numbers of methods by their names. */
  async numbers() {
    const { methods, names } = await this.methods();
    return new Map(names.map((each, i) => [each, methods[i]]));
  }
  threadName(number) {
    const thread = this.threads.get(number);
    return thread ? `${thread.name} (${thread.id})` : `thread ${number}`;
  }
  /** The call path that was selected last, if a method was selected on one: a thread or *, and methods. */
  path = "";
  choose(method, path = "") {
    this.path = path;
    this.store.set({ method });
  }
  /** Adds a transform to those of the call paths. */
  step(step2) {
    const { steps } = this.state;
    if (!steps.includes(step2)) this.store.set({ steps: [...steps, step2], path: "" });
  }
  /** The same with a transform of a call path; of a path in a thread, the thread is selected too. */
  stepOn(step2, path) {
    const thread = path.split(".")[0];
    if (path && thread !== "*") this.store.set({ threads: [Number(thread)] });
    this.step(step2);
  }
  /** Marks a method's calls in the timeline, by the search. */
  find(name) {
    this.store.set({ search: `^${literal(name)}$` });
  }
  /** Folds recursion, or unfolds it again. */
  foldRecursion() {
    const { steps } = this.state;
    this.store.set({ steps: steps.includes("recursion") ? steps.filter((step2) => step2 !== "recursion") : [...steps, "recursion"], path: "" });
  }
  /** Shows a moment in the timeline with some room around it. */
  jump(from, to) {
    const room = Math.max(1e3, (to - from) * 0.5);
    this.store.set({ shown: [from - room, to + room] });
  }
};
var PART = ["threads", "span", "include", "exclude", "steps", "time", "mapping"];
function words(text) {
  return text.split(/[\s,]+/).filter(Boolean);
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
  sibling(step2) {
    const { depth } = this.flame;
    for (let i = this.cursor + step2; i >= 0 && i < depth.length && depth[i] >= depth[this.cursor]; i += step2) {
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
var LETTER2 = 6.65;
function fit(name, room) {
  const letters = Math.floor(room / LETTER2);
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
var ROW2 = 18;
function layout2({ caller, base_ns, head_ns }) {
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
  set(shown2) {
    this.shown = shown2;
    this.lay = layout2(shown2.paths);
    this.canvas.setAttribute("aria-label", `Differential flame graph of ${count(shown2.paths.caller.length)} call paths`);
    this.draw();
  }
  name(node) {
    const name = this.shown.paths.name[node];
    return name < 0 ? "the whole" : this.shown.names[name];
  }
  draw() {
    const { shown: shown2, lay } = this;
    if (!shown2 || !lay || !this.element.clientWidth) return;
    const width = this.element.clientWidth, rows = lay.depth.reduce((a, b) => Math.max(a, b), 0) + 1;
    const g = fitted(this.canvas, width, rows * ROW2);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, rows * ROW2);
    g.font = "11px " + css("--mono");
    g.textBaseline = "middle";
    for (let i = 0; i < lay.depth.length; i++) {
      const w = lay.width[i] * width, x = lay.left[i] * width, y = lay.depth[i] * ROW2;
      if (w < 0.4) continue;
      g.fillStyle = changeColor(shown2.paths.base_ns[i], shown2.paths.head_ns[i]);
      g.fillRect(x, y, Math.max(0.4, w - (w > 3 ? 0.7 : 0)), ROW2 - 1);
      if (w > 30) {
        g.fillStyle = css("--box-text");
        g.fillText(fit(this.name(i), w - 8), x + 4, y + ROW2 / 2);
      }
    }
  }
  /** The path below the mouse; -1 for none. */
  find(event) {
    const { lay } = this;
    if (!lay) return -1;
    const box = this.canvas.getBoundingClientRect(), x = (event.clientX - box.left) / box.width;
    const depth = Math.floor((event.clientY - box.top) / ROW2);
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

// uploads.ts
var KEY = "dexscope-uploads";
var MOST = 200;
function kept() {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all) ? all.filter((each) => typeof each?.id === "string" && typeof each?.token === "string") : [];
  } catch {
    return [];
  }
}
function keep(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
  } catch {
  }
}
async function listed() {
  try {
    return distinct((await get("/api/v1/traces")).traces);
  } catch (e) {
    if (e instanceof Refused && e.status === 403) return distinct(kept());
    throw e;
  }
}
function distinct(traces2) {
  return traces2.map(({ id: id2, title, size, added }) => {
    const isOne = traces2.filter((each) => each.title === title).length === 1;
    return { id: id2, size, title: isOne || !added ? title : `${title}, ${added.slice(0, 19).replace("T", " ")}` };
  });
}
function upload(file, progress) {
  return create("/api/v1/traces?name=" + encodeURIComponent(file.name), file, progress);
}
function create(path, body, progress) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.upload.onprogress = (event) => progress(event.total ? event.loaded / event.total : 0);
    request.onerror = () => failed(new Refused(0, "the connection broke off: the file may be too large, or the server has ended"));
    request.onload = () => {
      let answer = {};
      try {
        answer = JSON.parse(request.responseText);
      } catch {
      }
      if (request.status !== 201) {
        failed(new Refused(request.status, answer.reason ?? "the server has answered " + request.status));
        return;
      }
      if (answer.token) keep([answer, ...kept().filter((each) => each.id !== answer.id)]);
      done(answer);
    };
    request.send(body);
  });
}
function page(id2) {
  return "/t/" + encodeURIComponent(id2);
}

// compare.ts
var CompareView = class {
  constructor(context, own) {
    this.context = context;
    this.own = own;
    const cell = (key) => (row) => this.diff.rows[key][row];
    const change = cell("delta_ns"), relative = cell("change"), base = cell("base_mean_ns"), head = cell("head_mean_ns");
    const baseCalls = cell("base_calls"), headCalls = cell("head_calls");
    const name = (row) => String(this.diff.rows.name[row]);
    this.grid = new Grid([
      { id: "change", title: "Change", text: (row) => signed(change(row), time(change(row))), value: change, width: 100 },
      { id: "relative", title: "Relative", text: (row) => base(row) ? signed(change(row), share(change(row), base(row))) : "new", value: (row) => relative(row) ?? Infinity },
      { id: "base", title: "Before", text: (row) => time(base(row)), value: base, width: 92 },
      { id: "head", title: "After", text: (row) => time(head(row)), value: head, width: 92 },
      { id: "calls", title: "Calls", text: (row) => baseCalls(row) === headCalls(row) ? count(headCalls(row)) : `${count(baseCalls(row))} → ${count(headCalls(row))}`, value: (row) => headCalls(row) - baseCalls(row), width: 130 },
      { id: "name", title: "Name", name: true, text: name, value: name }
    ], { label: "What changed", sort: "-change", empty: "nothing that changed has such a name", menu: context.menu, target: (row) => this.target(name(row)) });
    context.menu.listen(this.flame.element, (event) => {
      const path = event ? this.flame.nameAt(event) : "";
      return event && path ? { target: this.target(path, true), x: event.clientX, y: event.clientY } : null;
    });
    this.element = h("div", { class: "view" }, h(
      "div",
      { class: "bar-row" },
      h("label", {}, "Compare with ", this.choice),
      h("button", { onclick: () => this.file.click() }, "Open a file…"),
      this.file,
      this.note
    ), this.first, this.flame.element, this.grid.element, this.flame.tip);
  }
  context;
  own;
  element;
  asker = new Asker();
  choice = h("select", {
    "aria-label": "Compare with",
    onchange: () => this.context.store.set({ base: this.choice.value })
  });
  note = h("span", { class: "note", role: "status" });
  file = h("input", { type: "file", class: "hidden", onchange: () => void this.open() });
  first = h("p", { class: "note lead" });
  flame = new DiffFlame();
  grid;
  diff = null;
  numbers = /* @__PURE__ */ new Map();
  listed = null;
  async show(changed) {
    if (!this.listed || !this.listed.some((trace) => trace.id === this.context.state.base)) {
      this.listed = (await listed()).filter((trace) => trace.id !== this.own);
      this.choice.replaceChildren(
        h("option", { value: "" }, this.listed.length ? "choose a trace" : "no other trace is open"),
        ...this.listed.map((trace) => h("option", { value: trace.id }, trace.title))
      );
    }
    const { base, by } = this.context.state;
    this.choice.value = base;
    this.grid.element.hidden = this.flame.element.hidden = !base;
    this.first.hidden = !!base;
    if (!base) {
      this.diff = null;
      this.report("");
      this.first.textContent = this.listed.length ? "Choose the trace before the change above, or open its file. What grew since then is red here, what shrank is blue." : "Open the file of a trace before the change: what grew since then is red here, what shrank is blue. dexscope view AFTER BEFORE opens both at once.";
      return;
    }
    const asks = [...PART, "base", "by"];
    if (!this.diff || asks.some((name) => changed.has(name))) {
      const diff2 = await this.asker.get(`${this.context.api}/diff/${encodeURIComponent(base)}`, { ...this.context.query(), by });
      if (!diff2) return;
      this.diff = diff2;
      this.numbers = await this.context.numbers();
      this.flame.set(diff2);
    }
    const diff = this.diff, search = pattern(this.context.state.search);
    const before = diff.base_total_ns, after = diff.head_total_ns;
    this.report(`${diff.base}: ${time(before)}, ${diff.head}: ${time(after)} (${signed(after - before, share(after - before, before))}). One run against one proves nothing: dexscope diff takes several.`);
    this.grid.set(rowsOf(diff).filter((row) => !search || search.test(String(diff.rows.name[row]))));
    this.flame.draw();
  }
  /** What a name of a row is; those of call paths are always methods'. A method may be only in the other trace. */
  target(name, isPath = false) {
    const kind2 = isPath ? "method" : { class: "class", package: "package" }[this.context.state.by] ?? "method";
    return { kind: kind2, method: kind2 === "method" ? this.numbers.get(name) ?? -1 : -1, name };
  }
  report(text, isError = false) {
    this.note.textContent = text;
    this.note.classList.toggle("error", isError);
  }
  /** Opens the file that was chosen, and compares with it. */
  async open() {
    const file = this.file.files?.[0];
    this.file.value = "";
    if (!file) return;
    try {
      const { id: id2 } = await upload(file, (share2) => this.report(`Sending ${file.name}: ${Math.round(100 * share2)} %`));
      this.context.store.set({ base: id2 });
    } catch (e) {
      this.report(e instanceof Error ? e.message : String(e), true);
    }
  }
};

// details.ts
var STRIP = 30;
var SPANS = 256;
var MOST2 = 5;
var Details = class {
  constructor(context) {
    this.context = context;
    const close = h("button", { class: "close", "aria-label": "Close the details", onclick: () => context.store.set({ method: -1 }) }, "✕");
    this.element.append(close, this.name, this.place, this.actions, this.figures, h("h3", {}, "In time"), this.strip, this.when, this.threads, this.sides);
    this.strip.addEventListener("click", (event) => this.jump(event));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }
  context;
  element = h("aside", { class: "details", "aria-label": "The selected method", hidden: true });
  name = h("h2", { class: "chosen-name" });
  place = h("p", { class: "note" });
  figures = h("dl");
  strip = h("canvas", { role: "img", "aria-label": "Where in time its calls are" });
  when = h("p", { class: "note" });
  threads = h("div");
  sides = h("div");
  actions = h("div", { class: "actions" });
  asker = new Asker();
  /** Going through all calls takes a while: only for a selection that stays. */
  spreadSoon = settled(300, () => void this.askSpread().catch(() => {
    this.when.textContent = "not known";
  }));
  spread = null;
  shown = -1;
  async show(changed) {
    const { method } = this.context.state;
    this.element.hidden = method < 0 || method >= this.context.info.methods;
    if (changed.has("theme")) this.draw();
    if (this.element.hidden) {
      this.shown = -1;
      return;
    }
    if (method === this.shown && !PART.some((name) => changed.has(name))) return;
    if (method !== this.shown) this.element.scrollTop = 0;
    this.shown = method;
    this.spread = null;
    this.threads.replaceChildren();
    this.when.textContent = "…";
    this.draw();
    const query = { ...this.context.query(), method }, { times } = this.context.info;
    const clocks = ["wall", "cpu"].filter((clock) => times.includes(clock));
    const [shown2, ...others] = await Promise.all([null, ...clocks].map((clock) => get(this.context.api + "/butterfly", clock ? { ...query, time: clock } : query)));
    if (method !== this.context.state.method) return;
    this.list(shown2, Object.fromEntries(others.map((answer, i) => [clocks[i], answer])));
    this.spreadSoon();
  }
  list(of, clocks) {
    this.name.textContent = of.names[0];
    this.context.names.set(this.shown, of.names[0]);
    this.place.textContent = of.file ? of.file + (of.line > 0 ? ":" + of.line : "") : "";
    const facts = [
      ["Exclusive", time(of.exclusive_ns)],
      ["In callees", time(Math.max(0, of.inclusive_ns - of.exclusive_ns))],
      ["Inclusive", time(of.inclusive_ns)],
      ["Calls", count(of.calls) + (of.calls ? `, ${time(of.inclusive_ns / of.calls)} each` : "")]
    ];
    const { wall, cpu } = clocks;
    if (cpu) facts.push(["CPU", `${time(cpu.inclusive_ns)}, exclusive ${time(cpu.exclusive_ns)}`]);
    if (wall && cpu) facts.push(["Waiting", `${time(Math.max(0, wall.inclusive_ns - cpu.inclusive_ns))}, exclusive ${time(Math.max(0, wall.exclusive_ns - cpu.exclusive_ns))}`]);
    this.figures.replaceChildren(...facts.flatMap(([term, text]) => [h("dt", {}, term), h("dd", {}, text)]));
    this.sides.replaceChildren(
      ...this.side("Callers", of.callers, of),
      ...this.side("Callees", of.callees, of),
      h("button", { onclick: () => this.context.store.set({ tab: "method" }) }, "All callers & callees"),
      " ",
      this.context.info.sources ? h("button", { onclick: () => this.context.store.set({ tab: "source" }) }, "Source") : ""
    );
    this.showActions(of.names[0]);
  }
  /** The rows with the most time; a click selects the method there. */
  side(title, table, of) {
    const column = table.columns.at(-1), rows = rowsOf(table).slice(0, MOST2);
    if (!rows.length) return [];
    return [h("h3", {}, title), h("ul", {}, ...rows.map((row) => {
      const method = methodOf(of, table.rows[column.key][row]), name = textOf(column, table, of, row) ?? "(thread)";
      return h("li", {}, method < 0 ? h("span", {}, name) : h("button", { title: name, onclick: () => this.context.choose(method) }, short(name)), h("span", {}, time(table.rows.time_ns[row])));
    }))];
  }
  showActions(name) {
    const [steps, collapses] = actionsOf(this.context, { kind: "method", method: this.shown, name, path: this.context.path });
    this.actions.replaceChildren(...[...steps, ...collapses].filter((action) => action.isOn && action.id !== "recursion").map(({ text, hint, key, act }) => h("button", { title: `${hint} (${keyName(key)})`, onclick: act }, text)));
  }
  async askSpread() {
    const { method } = this.context.state;
    const spread = await this.asker.get(this.context.api + "/spread", { ...this.context.query(), step: null, method, spans: SPANS });
    if (!spread || method !== this.shown) return;
    this.spread = spread;
    const { longest, threads } = spread;
    this.when.replaceChildren(longest ? h("button", {
      title: "Show it in the timeline",
      onclick: () => this.context.jump(longest.start_ns, longest.start_ns + longest.time_ns)
    }, "The longest call: " + time(longest.time_ns)) : "no single calls");
    const most = [...threads].sort((a, b) => b.time_ns - a.time_ns), whole = most.reduce((sum, each) => sum + each.time_ns, 0);
    this.threads.replaceChildren(...most.length ? [
      h("h3", {}, most.length > MOST2 ? `Threads: ${MOST2} of ${most.length}` : "Threads"),
      h("ul", {}, ...most.slice(0, MOST2).map((each) => h(
        "li",
        {},
        h("button", {
          title: "Only this thread, in all views",
          onclick: () => this.context.store.set({ threads: [each.thread], path: "" })
        }, this.context.threadName(each.thread)),
        h("span", {}, `${counted(each.calls, "call")}, ${share(each.time_ns, whole)}`)
      )))
    ] : []);
    this.draw();
  }
  draw() {
    const width = this.element.clientWidth - 24;
    if (width < 20) return;
    const g = fitted(this.strip, width, STRIP);
    g.fillStyle = css("--lane");
    g.fillRect(0, 0, width, STRIP);
    if (!this.spread) return;
    const sums = new Float64Array(SPANS);
    for (const thread of this.spread.threads) thread.busy.forEach((percent, i) => sums[i] += percent);
    const most = Math.max(1, ...sums);
    g.fillStyle = css("--accent");
    for (let i = 0; i < SPANS; i++) {
      const bar = sums[i] ? Math.max(2, (STRIP - 2) * sums[i] / most) : 0;
      g.fillRect(i * width / SPANS, STRIP - bar, width / SPANS + 0.4, bar);
    }
  }
  /** Shows in the timeline what was clicked. */
  jump(event) {
    if (!this.spread) return;
    const box = this.strip.getBoundingClientRect(), { from, to } = this.spread, span2 = (to - from) / SPANS;
    const at = from + Math.floor((event.clientX - box.left) / box.width * SPANS) * span2;
    this.context.jump(at, at + span2);
  }
};

// findings.ts
var LEAST_PERCENT = 1;
var MOST_THREADS = 12;
function kind({ words: words2 }) {
  return { work: "work", "class loading": "loading", "garbage collection": "collection", "not running": "stopped" }[words2] ?? "waits";
}
var FindingsView = class {
  constructor(context) {
    this.context = context;
    this.element = h("div", { class: "view" }, h(
      "div",
      { class: "facts", tabindex: 0, role: "region", "aria-label": "Findings" },
      this.elapsed,
      this.parts,
      this.critical,
      this.list,
      this.note
    ));
  }
  context;
  element;
  asker = new Asker();
  elapsed = h("p", { class: "lead" });
  parts = h("div", { class: "parts", role: "img", "aria-hidden": "true" });
  critical = h("div", { class: "critical", role: "group", "aria-label": "The critical path over time" });
  list = h("ol", { class: "findings" });
  note = h("p", { class: "note" }, "Looking for what stands out");
  answer = null;
  /** Whether there is nothing to be shown. */
  isEmpty() {
    return this.answer !== null && !this.answer.findings.length && !this.answer.elapsed.length;
  }
  async show(changed) {
    if (this.answer && !PART.some((name) => changed.has(name))) return;
    const answer = await this.asker.get(this.context.api + "/findings", this.context.query());
    if (!answer) return;
    this.answer = answer;
    const { elapsed, findings } = answer, sum = elapsed.reduce((all, each) => all + each.time_ns, 0);
    const listed2 = elapsed.filter((each) => each.percent >= LEAST_PERCENT);
    this.elapsed.hidden = this.parts.hidden = !sum;
    this.elapsed.replaceChildren(h("b", {}, time(sum)), " elapsed:", ...listed2.flatMap((each, i) => [
      i ? ", " : " ",
      h("span", { class: "entry-dot " + kind(each) }),
      `${each.percent} % ${each.words}`
    ]));
    this.parts.replaceChildren(...listed2.map((each) => {
      const part = h("span", { title: `${each.words}: ${time(each.time_ns)}`, class: kind(each) });
      part.style.flexGrow = String(each.time_ns / sum);
      return part;
    }));
    this.showPath(answer.critical);
    this.list.replaceChildren(...findings.map((each) => h(
      "li",
      {},
      h("p", {}, each.text),
      h("p", { class: "note" }, ...this.links(each.method), each.rule)
    )));
    this.note.textContent = findings.length ? "By rules, the largest part of the time first; what no rule knows of is not here." : "Nothing that the rules know of stands out.";
  }
  /** A row for each thread that the end waited for, with its spans along the time; a click selects the thread in all views. */
  showPath(critical) {
    const { context } = this, end = critical.reduce((last, each) => Math.max(last, each.start_ns + each.time_ns), 1);
    const threads = [...new Set(critical.map((each) => each.thread))];
    this.critical.hidden = threads.length === 0;
    this.critical.replaceChildren(...threads.slice(0, MOST_THREADS).map((thread) => {
      const lane = h("span", { class: "path-lane" }, ...critical.filter((each) => each.thread === thread).map((each) => {
        const active = each.active_ns / each.time_ns, isPart = active < 0.995 && each.words === "work";
        const title = `${each.words}${each.what && ": " + each.what}, ${isPart ? `${time(each.active_ns)} of ` : ""}${time(each.time_ns)} from ${time(each.start_ns)}`;
        const fill = h("span", { class: kind(each) }), span2 = h("span", { class: "stopped", title }, fill);
        fill.style.height = 100 * (each.words === "work" ? active : 1) + "%";
        span2.style.left = 100 * each.start_ns / end + "%";
        span2.style.width = 100 * each.time_ns / end + "%";
        return span2;
      }));
      const isOn = context.state.threads.join() === String(thread);
      return h(
        "button",
        {
          class: "path-row",
          "aria-pressed": String(isOn),
          title: isOn ? "Show all threads" : "Show only this thread in all views",
          onclick: () => context.store.set({ threads: isOn ? [] : [thread], path: "" })
        },
        h("span", { class: "path-name" }, context.threads.get(thread)?.name ?? String(thread)),
        lane
      );
    }), ...threads.length > MOST_THREADS ? [h("p", { class: "note" }, `and ${threads.length - MOST_THREADS} more threads`)] : []);
  }
  /** Where a finding's method is seen. */
  links(method) {
    if (method < 0) return [];
    const { context } = this, link = (text, go) => h("button", { onclick: go }, text);
    const tab = (tab2) => () => {
      context.choose(method);
      context.store.set({ tab: tab2 });
    };
    return [link("Flame graph", () => {
      context.choose(method);
      context.store.set({ tab: "flame", path: "" });
    }), link("Callers & callees", tab("method")), ...context.info.sources ? [link("Source", tab("source"))] : []];
  }
};

// heat.ts
var ROWS = 50;
var AXIS = 18;
var SIDE = 64;
var HIGHEST = 12;
var FEW = 20;
function columnTime(length) {
  let column = 1e9;
  while (length / column < FEW && column > 1e5) column /= 10;
  while (length / column > 1e3) column *= 10;
  return column;
}
var HeatView = class {
  constructor(context) {
    this.context = context;
    this.flame = new FlameView(context, "down");
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.note), h("div", { class: "wings heat-wings" }, this.port, this.flame.element), this.tip);
    new ResizeObserver(this.redraw).observe(this.port);
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => {
      const at = this.at(event);
      if (at < 0) return;
      canvas.setPointerCapture(event.pointerId);
      this.drag = [at, at];
    });
    canvas.addEventListener("pointermove", (event) => {
      const at = this.at(event);
      if (this.drag && at >= 0) this.drag[1] = at;
      this.point(at, event);
    });
    canvas.addEventListener("pointerup", () => this.select());
    canvas.addEventListener("pointerleave", () => this.tip.classList.remove("on"));
    canvas.addEventListener("keydown", (event) => this.key(event));
  }
  context;
  element;
  asker = new Asker();
  canvas = h("canvas", { tabindex: 0, role: "img", "aria-label": "Heat map" });
  port = h("div", { class: "canvas-port heat" }, this.canvas);
  note = h("span", { class: "note" });
  tip = h("div", { class: "tip", role: "status" });
  redraw = eachFrame(() => this.draw());
  /** Of the selected time. */
  flame;
  heat = null;
  most = 1;
  /** The slices between which the mouse is dragged. */
  drag = null;
  cursor = 0;
  async show(changed) {
    if (!this.heat || PART.some((name) => name !== "span" && name !== "steps" && changed.has(name))) {
      const { last } = this.context.info;
      const heat = await this.asker.get(this.context.api + "/heat", {
        ...this.context.query(),
        from: null,
        to: null,
        step: null,
        slice: columnTime(last) / ROWS
      });
      if (!heat) return;
      this.heat = heat;
      this.most = heat.busy.reduce((a, b) => Math.max(a, b), 1);
      const column = heat.slice * ROWS;
      this.note.textContent = `A column is ${time(column)}, a cell ${time(heat.slice)}; the darkest is ${this.most} % of a core. Drag to select a time: its flame graph is beside.${this.context.info.times.includes("cpu") ? "" : " The trace has no CPU time: known waits are left out."}`;
      this.canvas.setAttribute("aria-label", `Heat map of ${time(heat.end)}: ${this.columns()} columns of ${time(column)}, each of ${ROWS} slices. Arrows move, Enter selects a column.`);
    }
    this.draw();
    await this.flame.show(changed);
  }
  columns() {
    return Math.ceil(this.heat.busy.length / ROWS);
  }
  cell() {
    const width = Math.max(3, Math.min(40, (this.port.clientWidth - SIDE) / this.columns()));
    return [width, Math.max(3, Math.min(HIGHEST, Math.floor((this.port.clientHeight - AXIS - 2) / ROWS)))];
  }
  draw() {
    const { heat } = this;
    if (!heat || !this.port.clientWidth) return;
    const [w, t] = this.cell(), width = SIDE + this.columns() * w, height = ROWS * t + AXIS;
    const g = fitted(this.canvas, Math.max(width, this.port.clientWidth), height);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, Math.max(width, this.port.clientWidth), height);
    heat.busy.forEach((busy, i) => {
      g.fillStyle = busy ? heatColor(busy / this.most) : css("--lane");
      g.fillRect(SIDE + Math.floor(i / ROWS) * w, i % ROWS * t, w - (w > 5 ? 1 : 0), t - (t > 5 ? 1 : 0));
    });
    const { span: span2 } = this.context.state;
    const chosen = this.drag ? [Math.min(...this.drag), Math.max(...this.drag)] : span2 ? [Math.floor(span2[0] / heat.slice), Math.ceil(span2[1] / heat.slice) - 1] : null;
    g.strokeStyle = css("--fg");
    for (let i = chosen ? Math.max(0, chosen[0]) : 1, last = chosen ? Math.min(chosen[1], heat.busy.length - 1) : 0; i <= last; ) {
      const end = Math.min(last, Math.floor(i / ROWS) * ROWS + ROWS - 1);
      g.strokeRect(SIDE + Math.floor(i / ROWS) * w + 0.5, i % ROWS * t + 0.5, w - 2, (end - i + 1) * t - 2);
      i = end + 1;
    }
    if (document.activeElement === this.canvas) g.strokeRect(SIDE + this.cursor * w + 0.5, 0.5, w - 1, ROWS * t - 1);
    g.fillStyle = css("--dim");
    g.font = "10px " + css("--sans");
    g.textBaseline = "middle";
    const column = heat.slice * ROWS;
    for (let row = 0; row < ROWS; row += 10) g.fillText("+" + moment(row * heat.slice, 10 * heat.slice).replace(/^0$/, "0 ms"), 6, row * t + t / 2 + 2);
    const every = Math.max(1, Math.ceil(60 / w));
    for (let i = 0; i < this.columns(); i += every) g.fillText(moment(i * column, every * column), SIDE + i * w, ROWS * t + AXIS / 2 + 1);
  }
  /** The slice below the mouse; -1 beside the map. */
  at(event) {
    const { heat } = this;
    if (!heat) return -1;
    const box = this.canvas.getBoundingClientRect(), [w, t] = this.cell();
    const column = Math.floor((event.clientX - box.left - SIDE) / w), row = Math.floor((event.clientY - box.top) / t);
    const at = column * ROWS + row;
    return column < 0 || row < 0 || row >= ROWS || at >= heat.busy.length ? -1 : at;
  }
  point(at, event) {
    this.tip.classList.toggle("on", at >= 0);
    if (this.drag) this.redraw();
    if (at < 0) return;
    const { slice, busy } = this.heat;
    this.tip.replaceChildren(h("strong", {}, `${time(at * slice)} to ${time((at + 1) * slice)}`), h("div", {}, `${busy[at]} % of a core`));
    place(this.tip, event, this.element);
  }
  select() {
    const { drag } = this;
    this.drag = null;
    if (drag) this.take(Math.min(...drag), Math.max(...drag) + 1);
  }
  /** Selects the time of slices. */
  take(from, to) {
    const { slice } = this.heat;
    this.context.store.set({ span: [Math.round(from * slice), Math.round(to * slice)] });
    this.redraw();
  }
  key(event) {
    const step2 = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!this.heat || !step2 && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    this.cursor = Math.max(0, Math.min(this.columns() - 1, this.cursor + step2));
    if (!step2) this.take(this.cursor * ROWS, (this.cursor + 1) * ROWS);
    this.redraw();
  }
};

// lists.ts
var LIMITS = [
  [0, "the longest"],
  [8333333, "over 8.3 ms: a frame at 120 Hz"],
  [16666667, "over 16.7 ms: a frame at 60 Hz"],
  [1e8, "over 100 ms: seen by everybody"],
  [7e8, "over 700 ms: a frozen frame"],
  [5e9, "over 5 s: the app does not respond"]
];
var CallsView = class {
  constructor(context) {
    this.context = context;
    for (const [longer, text] of LIMITS) this.limit.append(h("option", { value: longer }, text));
    this.grid = new Grid([], { label: "Single calls", sort: "-wall_ns", empty: "no call took so long", onChoose: (i) => {
      const calls = this.calls, begin = calls.rows.start_ns[i];
      context.choose(methodOf(calls, calls.rows.method[i]));
      context.jump(begin, begin + (calls.rows.wall_ns ?? calls.rows.cpu_ns)[i]);
    }, menu: context.menu, target: (i) => {
      const cell = this.calls.rows.method[i];
      return methodTarget(methodOf(this.calls, cell), this.calls.names[cell]);
    } });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.limit, this.note), this.grid.element);
  }
  context;
  element;
  asker = new Asker();
  grid;
  limit = h("select", {
    "aria-label": "Which calls",
    onchange: () => this.context.store.set({ longer: Number(this.limit.value) })
  });
  note = h("span", { class: "note" });
  calls = null;
  async show(changed) {
    this.limit.value = String(this.context.state.longer);
    const asks = [...PART, "longer"];
    if (!this.calls || asks.some((name) => changed.has(name))) {
      const calls2 = await this.asker.get(this.context.api + "/calls", { ...this.context.query(), longer: this.context.state.longer, most: 2e3 });
      if (!calls2) return;
      this.calls = calls2;
      this.grid.shape(columnsOf(calls2, calls2, ""));
    }
    const calls = this.calls, search = pattern(this.context.state.search);
    const rows = rowsOf(calls).filter((i) => !search || search.test(calls.names[calls.rows.method[i]]));
    this.note.textContent = `${counted(rows.length, "call")}; a click shows one in the timeline`;
    this.grid.set(rows);
  }
};
var ExceptionsView = class {
  constructor(context) {
    this.context = context;
    this.grid = new Grid([], {
      label: "Exceptions",
      sort: "-count",
      empty: "no call was left by an exception",
      onChoose: (i) => context.choose(methodOf(this.answer, this.answer.rows.thrown_by[i])),
      menu: context.menu,
      target: (i) => {
        const cell = this.answer.rows.thrown_by[i];
        return methodTarget(methodOf(this.answer, cell), this.answer.names[cell]);
      }
    });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.note), this.grid.element);
  }
  context;
  element;
  asker = new Asker();
  grid;
  note = h("span", { class: "note" });
  answer = null;
  async show(changed) {
    if (!this.answer || PART.some((name) => changed.has(name))) {
      const answer2 = await this.asker.get(this.context.api + "/exceptions", this.context.query());
      if (!answer2) return;
      this.answer = answer2;
      this.grid.shape(columnsOf(answer2, answer2, "nobody: the thread ended"));
    }
    const answer = this.answer, search = pattern(this.context.state.search);
    const rows = rowsOf(answer).filter((i) => !search || search.test(answer.names[answer.rows.thrown_by[i]]));
    this.note.textContent = counted(answer.rows.count.reduce((a, b) => a + b, 0), "throw");
    this.grid.set(rows);
  }
};
var THRESHOLDS = [1, 2, 5, 10, 20];
var GraphView = class {
  constructor(context) {
    this.context = context;
    for (const each of THRESHOLDS) this.limit.append(h("option", { value: each }, `methods with ${each} % of the time`));
    const scale = (factor) => {
      this.zoom = Math.max(0.1, Math.min(4, this.zoom * factor));
      this.picture.style.width = this.picture.naturalWidth * this.zoom + "px";
      this.places.style.transform = `scale(${this.zoom})`;
    };
    const port = h("div", { class: "graph-port", tabindex: 0, role: "region", "aria-label": "Call graph" }, this.sheet);
    port.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      scale(Math.exp(-event.deltaY * 2e-3));
    }, { passive: false });
    context.menu.listen(this.places, (event) => {
      const place2 = event?.target ?? document.activeElement, { left, bottom } = place2.getBoundingClientRect();
      const target = methodTarget(Number(place2.dataset.method ?? -1), place2.title);
      return target && { target, x: event?.clientX ?? left, y: event?.clientY ?? bottom };
    });
    this.picture.addEventListener("load", () => {
      this.zoom = Math.min(1, (port.clientWidth - 20) / Math.max(1, this.picture.naturalWidth));
      scale(1);
    });
    this.element = h("div", { class: "view" }, h(
      "div",
      { class: "bar-row" },
      this.limit,
      h("button", { onclick: () => scale(1 / 1.25), "aria-label": "Smaller" }, "−"),
      h("button", { onclick: () => scale(1.25), "aria-label": "Larger" }, "+"),
      this.link
    ), port);
  }
  context;
  element;
  picture = h("img", { alt: "Call graph", class: "graph" });
  limit = h("select", {
    "aria-label": "Least share of the time",
    onchange: () => this.context.store.set({ threshold: Number(this.limit.value) })
  });
  link = h("a", { target: "_blank", rel: "noopener" }, "Open as a picture");
  /** A place to click at for each method of the picture, which itself takes no clicks. */
  places = h("div", { class: "places" });
  sheet = h("div", { class: "sheet" }, this.picture, this.places);
  zoom = 1;
  shown = "";
  text = "";
  wasDark = false;
  async show() {
    this.limit.value = String(this.context.state.threshold);
    const source = address(this.context.api + "/graph.svg", { ...this.context.query(), threshold: this.context.state.threshold / 100 });
    if (this.shown !== source) {
      this.shown = source;
      this.link.setAttribute("href", source);
      const answer = await fetch(source);
      if (!answer.ok) throw await refusal(answer);
      const text = await answer.text();
      if (this.shown !== source) return;
      this.text = text;
      await this.arrange(text);
      this.paint();
    } else if (this.wasDark !== isDark()) {
      this.paint();
    }
    for (const place2 of this.places.children) {
      place2.setAttribute("aria-pressed", String(place2.dataset.method === String(this.context.state.method)));
    }
  }
  /** Shows the picture in the page's colours, which need not be those of the system. */
  paint() {
    this.wasDark = isDark();
    const themed = this.text.replace("(prefers-color-scheme: dark)", this.wasDark ? "all" : "not all");
    URL.revokeObjectURL(this.picture.src);
    this.picture.src = URL.createObjectURL(new Blob([themed], { type: "image/svg+xml" }));
  }
  /** Reads from the picture where its methods stand; it is parsed, and never put into the page. */
  async arrange(text) {
    const numbers2 = await this.context.numbers(), places = [];
    const plain = text.replace(/<style>[^]*?<\/style>/, "").replace(/ style="[^"]*"/g, "");
    for (const rect of new DOMParser().parseFromString(plain, "image/svg+xml").querySelectorAll(".box")) {
      const name = rect.parentElement.querySelector("title")?.textContent ?? "", method = numbers2.get(name);
      if (method === void 0) continue;
      const place2 = h("button", { title: name, "aria-label": name, onclick: () => this.context.choose(method) });
      place2.dataset.method = String(method);
      for (const [property, attribute] of [["left", "x"], ["top", "y"], ["width", "width"], ["height", "height"]]) {
        place2.style[property] = rect.getAttribute(attribute) + "px";
      }
      place2.addEventListener("dblclick", () => this.context.store.set({ tab: "method" }));
      places.push(place2);
    }
    this.places.replaceChildren(...places);
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
function parse(fragment2) {
  const given = new URLSearchParams(fragment2.replace(/^#/, ""));
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
  state.steps = (given.get("steps") ?? "").split(",").filter((step2) => /^(recursion$|collapse-|(merge|drop|keep|focus|path)-\d)/.test(step2));
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
function fragment(state) {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (JSON.stringify(value) === JSON.stringify(START[name])) continue;
    if (name === "notes") for (const note of value) said.append("note", `${note.at}~${note.text}`);
    else if (name === "span" || name === "shown") said.set(name, value.map(Math.round).join("_"));
    else if (Array.isArray(value)) said.set(name, value.join(","));
    else said.set(name, value === true ? "1" : String(value));
  }
  return said.toString();
}
var Store = class {
  state = parse(location.hash);
  listeners = [];
  constructor() {
    addEventListener("hashchange", () => {
      const said = parse(location.hash);
      if (fragment(said) === fragment(this.state)) return;
      this.become(said);
    });
  }
  listen(listener) {
    this.listeners.push(listener);
  }
  set(change) {
    this.become({ ...this.state, ...change });
  }
  become(next) {
    const changed = /* @__PURE__ */ new Set();
    for (const name of Object.keys(next)) {
      if (JSON.stringify(next[name]) !== JSON.stringify(this.state[name])) changed.add(name);
    }
    if (!changed.size) return;
    this.state = next;
    this.save();
    for (const listener of this.listeners) listener(changed);
  }
  save() {
    try {
      history.replaceState(null, "", "#" + fragment(this.state));
    } catch {
    }
  }
};

// methods.ts
var GROUPS = [["method", "Methods"], ["class", "Classes"], ["package", "Packages"]];
var MethodsView = class {
  constructor(context) {
    this.context = context;
    for (const [by, text] of GROUPS) {
      this.groups.append(h("button", { "data-by": by, onclick: () => context.store.set({ by, search: "" }) }, text));
    }
    this.grid = new Grid([], {
      label: "Where the time went",
      onSort: (sort) => context.store.set({ sort }),
      onChoose: (row) => this.choose(row),
      onOpen: (row) => {
        if (this.method(row) < 0) return;
        context.step("focus-" + this.method(row));
        context.store.set({ tab: "flame" });
      },
      isChosen: (row) => this.method(row) >= 0 && this.method(row) === context.state.method,
      empty: "nothing has such a name",
      menu: context.menu,
      target: (row) => this.target(row)
    });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.groups, this.note), this.grid.element);
  }
  context;
  element;
  asker = new Asker();
  grid;
  note = h("span", { class: "note" });
  groups = h("span", { class: "group", role: "group", "aria-label": "Rows" });
  table = null;
  async show(changed) {
    const { state } = this.context;
    for (const button of this.groups.children) {
      button.setAttribute("aria-pressed", String(button.dataset.by === state.by));
    }
    const asks = [...PART, "by"];
    if (!this.table || asks.some((name) => changed.has(name))) {
      const table = await this.asker.get(this.context.api + "/table", { ...this.context.query(), by: state.by });
      if (!table) return;
      this.table = table;
      this.grid.shape(columnsOf(table, table));
    }
    this.list();
  }
  list() {
    const table = this.table, search = pattern(this.context.state.search), all = rowsOf(table);
    const rows = all.filter((row) => !search || search.test(this.name(row)));
    const word = GROUPS.find(([by]) => by === this.context.state.by)?.[1].toLowerCase() ?? "rows";
    this.note.textContent = search ? `${count(rows.length)} of ${count(all.length)} ${word}` : `${count(rows.length)} ${word}`;
    const { sort } = this.context.state;
    const isKnown = table.columns.some((column) => column.key === sort.replace(/^-/, ""));
    this.grid.set(rows, isKnown ? sort : SORT);
  }
  name(row) {
    return textOf(this.table.columns.at(-1), this.table, this.table, row) ?? "";
  }
  method(row) {
    return methodOf(this.table, this.table.rows.method?.[row]);
  }
  target(row) {
    const kind2 = { class: "class", package: "package" }[this.context.state.by] ?? "method";
    return { kind: kind2, method: this.method(row), name: this.name(row) };
  }
  /** A method is shown with its callers; of a class or package the methods are. */
  choose(row) {
    if (this.method(row) >= 0) {
      this.context.choose(this.method(row));
      return;
    }
    const by = this.context.state.by === "package" ? "class" : "method";
    this.context.store.set({ by, search: `^${literal(this.name(row))}\\.` });
  }
};
var ButterflyView = class {
  constructor(context) {
    this.context = context;
    this.element = h("div", { class: "view" }, this.head, this.wings);
  }
  context;
  element;
  asker = new Asker();
  head = h("div", { class: "bar-row" });
  wings = h("div", { class: "wings" });
  shown = -1;
  answer = null;
  async show(changed) {
    const { method } = this.context.state;
    if (method < 0 || method >= this.context.info.methods) {
      this.head.replaceChildren(h("p", { class: "note" }, "Choose a method in any other view: its callers and callees are shown here."));
      this.wings.replaceChildren();
      this.shown = -1;
      return;
    }
    if (method !== this.shown || PART.some((name) => changed.has(name))) {
      const answer = await this.asker.get(this.context.api + "/butterfly", { ...this.context.query(), method });
      if (!answer) return;
      this.answer = answer;
      this.shown = method;
    }
    this.list();
  }
  list() {
    const answer = this.answer;
    this.head.replaceChildren(
      h("strong", { class: "chosen-name" }, answer.names[0]),
      h("span", {}, `${time(answer.inclusive_ns)} inclusive, ${time(answer.exclusive_ns)} exclusive, ${counted(answer.calls, "call")}` + (answer.calls ? `, ${time(answer.inclusive_ns / answer.calls)} each` : "")),
      h("span", { class: "note" }, answer.file ? answer.file + (answer.line > 0 ? ":" + answer.line : "") : ""),
      h("button", { onclick: () => this.context.find(answer.names[0]) }, "Find its calls")
    );
    this.wings.replaceChildren(this.wing("Callers", answer.callers), this.wing("Callees", answer.callees));
  }
  wing(label, table) {
    const answer = this.answer, method = (row) => methodOf(answer, table.rows.method[row]);
    const grid = new Grid(columnsOf(table, answer, "(thread)"), { label, sort: "-time_ns", empty: "none", onChoose: (row) => {
      if (method(row) >= 0) this.context.choose(method(row));
    }, menu: this.context.menu, target: (row) => methodTarget(method(row), answer.names[table.rows.method[row]]) });
    grid.set(rowsOf(table));
    return grid.element;
  }
};

// strip.ts
function drawStrip(g, left, right, bottom, heights) {
  const ratio = g.getTransform().a || 1, first = Math.max(0, Math.floor(left * ratio)), last = Math.min(g.canvas.width, Math.ceil(right * ratio));
  const means = columns(heights, (first / ratio - left) / (right - left), (last / ratio - left) / (right - left), last - first);
  for (let i = 0; i < means.length; ) {
    let end = i + 1;
    while (end < means.length && means[end] === means[i]) end++;
    if (means[i] > 0) g.fillRect((first + i) / ratio, bottom - means[i], (end - i) / ratio, means[i]);
    i = end;
  }
}
function columns(spans, from, to, count2) {
  const means = [], step2 = (to - from) / count2;
  for (let i = 0; i < count2; i++) {
    const begin = (from + i * step2) * spans.length, end = begin + step2 * spans.length;
    let sum = 0;
    for (let at = Math.max(0, Math.floor(begin)); at < Math.min(spans.length, end); at++) {
      sum += spans[at] * (Math.min(end, at + 1) - Math.max(begin, at));
    }
    means.push(Math.round(sum / (end - begin) * 8) / 8);
  }
  return means;
}

// overview.ts
var HEIGHT2 = 46;
var Overview = class {
  constructor(context) {
    this.context = context;
    this.element = h("div", { class: "overview", title: "Drag to show a part of the time; double-click to show all" }, this.canvas);
    new ResizeObserver(this.redraw).observe(this.element);
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.drag = { from: this.timeAt(event), moved: false };
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!this.drag) return;
      const to = this.timeAt(event);
      if (Math.abs(to - this.drag.from) * this.element.clientWidth < 4 * this.length) return;
      this.drag.moved = true;
      context.store.set({ shown: [Math.min(this.drag.from, to), Math.max(this.drag.from, to)] });
    });
    this.canvas.addEventListener("pointerup", (event) => {
      const { shown: shown2 } = context.state;
      if (this.drag && !this.drag.moved && shown2) {
        const middle = this.timeAt(event), half = (shown2[1] - shown2[0]) / 2;
        context.store.set({ shown: [middle - half, middle + half] });
      }
      this.drag = null;
    });
    this.canvas.addEventListener("dblclick", () => context.store.set({ shown: null }));
  }
  context;
  element;
  canvas = h("canvas", { role: "img", "aria-label": "Overview: how busy the threads were over time" });
  busy = new Float64Array(0);
  drag = null;
  redraw = eachFrame(() => this.draw());
  begin = 0;
  length = 1;
  set(activity) {
    this.begin = activity.begin;
    this.length = Math.max(1, activity.end - activity.begin);
    const spans = activity.threads[0]?.busy.length ?? 0;
    this.busy = new Float64Array(spans);
    for (const thread of activity.threads) thread.busy.forEach((percent, i) => this.busy[i] += percent);
    this.draw();
  }
  timeAt(event) {
    const box = this.canvas.getBoundingClientRect();
    return this.begin + (event.clientX - box.left) / box.width * this.length;
  }
  draw() {
    const width = this.element.clientWidth;
    if (!width) return;
    const g = fitted(this.canvas, width, HEIGHT2);
    g.fillStyle = css("--panel");
    g.fillRect(0, 0, width, HEIGHT2);
    const most = Math.max(100, ...this.busy);
    g.fillStyle = css("--busy");
    drawStrip(g, 0, width, HEIGHT2, this.busy.map((busy) => (HEIGHT2 - 14) * busy / most));
    g.fillStyle = css("--dim");
    g.font = "10px " + css("--sans");
    g.textBaseline = "top";
    const mark = step(this.length, width / 110);
    for (let t = 0; t <= this.length; t += mark) {
      const x = t / this.length * width;
      g.fillRect(x, 0, 1, 4);
      if (x < width - 40) g.fillText(moment(t, mark), x + 3, 1);
    }
    this.shade(g, width, this.context.state.span, css("--select"));
    const { shown: shown2 } = this.context.state;
    if (shown2) {
      const [from, to] = shown2.map((t) => Math.max(0, Math.min(width, (t - this.begin) / this.length * width)));
      g.fillStyle = css("--veil");
      g.fillRect(0, 0, from, HEIGHT2);
      g.fillRect(to, 0, width - to, HEIGHT2);
      g.fillStyle = css("--accent");
      g.fillRect(from - 1, 0, 2, HEIGHT2);
      g.fillRect(to - 1, 0, 2, HEIGHT2);
    }
  }
  shade(g, width, span2, color) {
    if (!span2) return;
    const [from, to] = span2.map((t) => (t - this.begin) / this.length * width);
    g.fillStyle = color;
    g.fillRect(from, 0, Math.max(1, to - from), HEIGHT2);
  }
};

// source.ts
var SourceView = class {
  constructor(context) {
    this.context = context;
    this.grid = new Grid([], {
      label: "Source",
      empty: "",
      onChoose: (row) => {
        if (this.figures.has(row + 1)) context.choose(this.figures.get(row + 1).method);
      },
      isChosen: (row) => row + 1 === this.line,
      menu: context.menu,
      target: (row) => this.target(row)
    });
    this.element = h("div", { class: "view" }, h("div", { class: "bar-row" }, this.note), this.grid.element);
  }
  context;
  element;
  asker = new Asker();
  tableAsker = new Asker();
  note = h("span", { class: "note", role: "status" });
  grid;
  shown = -1;
  dropped = 0;
  names = /* @__PURE__ */ new Map();
  figures = /* @__PURE__ */ new Map();
  /** The selected method's line, from 1 on. */
  line = 0;
  /** The time at lines, by the rows that show them: of code, the first instruction of each line. */
  timed({ lines, source_lines, line_times }) {
    if (!line_times || this.context.time !== this.context.info.times[0]) return [];
    const times = new Map(line_times.line.map((line, i) => [line, i])), most = Math.max(1, ...line_times.self_ns);
    const rows = new Map(lines.flatMap((_, row) => {
      const line = source_lines ? source_lines[row] : row + 1, at = times.get(line);
      return at === void 0 || source_lines && source_lines.indexOf(line) !== row ? [] : [[row, at]];
    }));
    const of = (row, figures) => rows.has(row) ? figures[rows.get(row)] : 0;
    const column = (id2, title, hint, figures) => ({
      id: id2,
      title,
      hint,
      width: 106,
      text: (row) => of(row, figures) ? time(of(row, figures)) : ""
    });
    return [
      {
        ...column("line-self", "At the line", "Samples that were at this line, in no callee", line_times.self_ns),
        bar: (row) => of(row, line_times.self_ns) / most
      },
      column("line-total", "And below", "The same with what the line called", line_times.total_ns)
    ];
  }
  columns(source) {
    const { lines, pcs, source_lines } = source;
    const of = (row) => this.figures.get(row + 1), text = (row) => lines[row].replace(/\t/g, "    ").replace(/ /g, " ");
    return [
      ...this.timed(source),
      { id: "own", title: "Exclusive", width: 92, text: (row) => of(row) ? time(of(row).own) : "" },
      { id: "total", title: "Inclusive", width: 92, text: (row) => of(row) ? time(of(row).total) : "" },
      { id: "calls", title: "Calls", text: (row) => of(row) ? count(of(row).calls) : "" },
      ...pcs && source_lines ? [
        { id: "line", title: "Line", hint: "The line of the source, where the code has lines", width: 60, text: (row) => source_lines[row] > 0 ? String(source_lines[row]) : "" },
        {
          id: "pc",
          title: "Address",
          hint: "The instruction's address (dex pc), in units of 16 bits: labels are named by it",
          width: 76,
          text: (row) => pcs[row] >= 0 ? pcs[row].toString(16).padStart(4, "0") : ""
        },
        { id: "name", title: "Dex code", name: true, whole: true, text }
      ] : [
        { id: "line", title: "Line", width: 60, text: (row) => String(row + 1) },
        { id: "name", title: "Source", name: true, whole: true, text }
      ]
    ];
  }
  target(row) {
    const method = this.figures.get(row + 1)?.method ?? (row + 1 === this.line ? this.shown : -1);
    return methodTarget(method, this.names.get(method) ?? this.context.names.get(method) ?? "");
  }
  /** The selected method, else the hottest one. */
  async method() {
    const { method } = this.context.state;
    if (method >= 0 && method < this.context.info.methods) return method;
    const table = await this.context.methods(), rows = rowsOf(table);
    const time2 = (row) => table.rows.exclusive_ns[row] ?? 0;
    const hottest = rows.reduce((a, b) => time2(b) > time2(a) ? b : a, rows[0]);
    if (hottest === void 0) return -1;
    const number = methodOf(table, table.rows.method[hottest]);
    this.context.names.set(number, table.names[table.rows.method[hottest]]);
    return number;
  }
  async show(changed) {
    const { dropped } = this.context, method = await this.method();
    if (method < 0) return this.say("No method has any time here: nothing is selected whose source can be shown.");
    const isNew = method !== this.shown || dropped !== this.dropped;
    if (!isNew && !PART.some((name) => changed.has(name))) return;
    this.shown = method;
    this.dropped = dropped;
    try {
      const [source, table] = await Promise.all([
        this.asker.get(this.context.api + "/source", { ...this.context.query(), method }),
        this.tableAsker.get(this.context.api + "/table", this.context.query())
      ]);
      if (!source || !table) return;
      this.list(source, table, method);
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      return this.say(e.message);
    }
    if (isNew) this.grid.show(this.line - 1);
  }
  list(source, table, method) {
    this.names = new Map(table.methods.map((each, i) => [each, table.names[i]]));
    this.line = source.at[source.methods.indexOf(method)] ?? 0;
    this.figures.clear();
    const rows = new Map(table.rows.method.map((name, row) => [table.methods[name], row]));
    source.methods.forEach((each, i) => {
      const row = rows.get(each);
      if (row === void 0) return;
      const before = this.figures.get(source.at[i]), cell = (key) => table.rows[key][row];
      this.figures.set(source.at[i], {
        own: (before?.own ?? 0) + cell("exclusive_ns"),
        total: Math.max(before?.total ?? 0, cell("inclusive_ns")),
        calls: (before?.calls ?? 0) + cell("calls"),
        method: before?.method ?? each
      });
    });
    const place2 = source.pcs ? `Dex code in ${source.path}` : !this.line ? `${source.path}: the method is not found in it` : `${source.path}:${this.line}${source.guessed ? ", found by its name: the trace has no lines of methods" : ""}`;
    const { span: span2, include, exclude, steps } = this.context.state, isPart = span2 || include || exclude || steps.length;
    this.note.textContent = place2 + (source.line_times && isPart ? ". The time at lines is of the whole trace, in the selected threads." : "");
    this.grid.shape(this.columns(source));
    this.grid.set(source.lines.map((_, row) => row));
  }
  say(text) {
    this.note.textContent = text;
    this.shown = -1;
    this.grid.set([]);
  }
};

// sql.ts
var EXAMPLES = [
  ["Methods with the most exclusive time", `select class, method, count(*) calls, sum(self_TIME) exclusive
from calls group by class, method order by exclusive desc limit 100`],
  ["How long calls take: percentiles", `select method, count(*) calls, median(TIME) half, quantile_cont(TIME, 0.95) p95, max(TIME) longest
from calls group by method having calls > 10 order by p95 desc limit 100`],
  ["What each thread did in each tenth of the time", `select thread, width_bucket, count(*) calls, sum(self_TIME) exclusive
from (select *, 1 + 10 * start // (select max(start) + 1 from calls) width_bucket from calls)
group by all order by thread, width_bucket`],
  ["Methods that several threads call", `select class, method, count(distinct thread_id) threads, count(*) calls
from calls group by class, method having threads > 1 order by threads desc, calls desc limit 100`],
  ["The tables", "describe calls"]
];
var SqlView = class {
  constructor(context) {
    this.context = context;
    const examples = h("select", { "aria-label": "Examples", onchange: () => {
      const at = Number(examples.value);
      if (EXAMPLES[at]) this.field.value = EXAMPLES[at][1].replaceAll("TIME", context.info.clock === "cpu" ? "cpu" : "wall");
      examples.value = "";
      this.field.focus();
    } }, h("option", { value: "" }, "Examples…"), ...EXAMPLES.map(([title], i) => h("option", { value: i }, title)));
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void this.ask();
    });
    this.element = h(
      "div",
      { class: "view sql" },
      h("div", { class: "bar-row" }, examples, this.run, this.stop, h("span", { class: "note" }, "Ctrl+Enter asks. Tables: calls, tree; times are nanoseconds.")),
      this.field,
      this.note,
      this.failure,
      this.place
    );
  }
  context;
  element;
  field = h("textarea", { class: "question", rows: 5, spellcheck: "false", "aria-label": "Question in SQL" });
  note = h("p", { class: "note", role: "status" });
  failure = h("pre", { class: "failure", hidden: true });
  place = h("div", { class: "answer" });
  run = h("button", { onclick: () => void this.ask() }, "Ask");
  stop = h("button", { hidden: true, onclick: () => void this.withdraw() }, "Stop");
  asked = "";
  waiting = "";
  async show(changed) {
    const { sql } = this.context.state;
    if (sql && sql !== this.asked) {
      this.field.value = sql;
      if (changed.has("sql")) await this.ask();
    }
  }
  async ask() {
    const question = this.field.value.trim();
    if (!question || this.run.disabled) return;
    this.asked = question;
    this.context.store.set({ sql: question });
    this.run.disabled = true;
    this.note.textContent = "DuckDB is working";
    this.failure.hidden = true;
    try {
      const query = { mapping: this.context.state.mapping, most: 1e4 };
      let reply = await send(this.context.api + "/sql", query, new Blob([question]));
      while ("question" in reply) {
        this.waiting = reply.question;
        this.stop.hidden = false;
        this.note.textContent = reply.before ? `Waiting for ${count(reply.before)} other ${reply.before === 1 ? "question" : "questions"}` : `DuckDB has been working for ${reply.seconds} s`;
        reply = await get(`${this.context.api}/sql/${reply.question}`);
      }
      await this.tell(reply);
    } catch (e) {
      this.note.textContent = "No answer";
      this.failure.textContent = e instanceof Error ? e.message : String(e);
      this.failure.hidden = false;
      this.place.replaceChildren();
    } finally {
      this.run.disabled = false;
      this.stop.hidden = true;
    }
  }
  async withdraw() {
    this.stop.hidden = true;
    const response = await fetch(`${this.context.api}/sql/${this.waiting}`, { method: "DELETE" });
    if (!response.ok && response.status !== 404) this.note.textContent = (await refusal(response)).message;
  }
  /** The method that a row is of: rows with a class and a method name one, if it is not overloaded. */
  async methodsOf(answer) {
    const at = (name) => answer.columns.findIndex((column) => column.name === name);
    const owner = at("class"), method = at("method");
    const known = owner < 0 || method < 0 ? /* @__PURE__ */ new Map() : withoutParameters(await this.context.numbers());
    return (row) => {
      const [name, number] = known.get(`${row[owner]}.${row[method]}`) ?? ["", -1];
      return number < 0 ? { kind: "row", method: -1, name: shown(row[0]) } : { kind: "method", method: number, name };
    };
  }
  async tell(answer) {
    const rows = answer.rows.length;
    this.note.textContent = `${answer.whole ? "" : "the first "}${count(rows)} ${rows === 1 ? "row" : "rows"}, ${time(answer.nanos)}`;
    const method = await this.methodsOf(answer);
    const grid = new Grid(answer.columns.map((column, i) => ({
      id: String(i),
      title: column.name,
      name: !column.number,
      width: textWidth(column.name, answer.rows.map((row) => shown(row[i]))),
      text: (row) => shown(row[i]),
      plain: (row) => row[i] === null ? "" : String(row[i]),
      value: (row) => row[i] === null ? "" : typeof row[i] === "boolean" ? String(row[i]) : row[i]
    })), {
      label: "Answer",
      empty: "no rows",
      menu: this.context.menu,
      target: (row, column) => ({ ...method(row), own: [grid.copies(row, column)] })
    });
    grid.set(answer.rows);
    this.place.replaceChildren(...answer.columns.length ? [grid.element] : []);
  }
};
function withoutParameters(numbers2) {
  const found = /* @__PURE__ */ new Map();
  for (const [name, number] of numbers2) {
    const key = name.replace(/\(.*/, "");
    found.set(key, [name, found.has(key) ? -1 : number]);
  }
  return found;
}
function shown(cell) {
  if (typeof cell !== "number") return cell === null ? "–" : String(cell);
  return Number.isInteger(cell) ? count(cell) : cell.toLocaleString("en", { maximumFractionDigits: 3 });
}

// screens.ts
var APART = 38;
var Screens = class {
  constructor(context) {
    this.context = context;
  }
  context;
  element = h("div", { class: "screens", hidden: true, role: "group", "aria-label": "Screens" });
  large = h("img", { class: "screen-large", alt: "", hidden: true });
  ends = [];
  buttons = [];
  async load() {
    const { api: api2 } = this.context, { name, from, duration } = await get(api2 + "/screens");
    this.ends = from.map((begin, i) => begin + duration[i]);
    this.buttons = name.map((step2, i) => {
      const source = `${api2}/screens/${i}`, title = `${step2}: ${time(duration[i])}; the screen after it`;
      const button = h(
        "button",
        { class: "screen", title, "aria-label": title, onclick: () => this.context.jump(from[i], this.ends[i]) },
        h("img", { src: source, alt: "" })
      );
      const show = () => {
        this.large.src = source;
        this.large.hidden = false;
        const { left, bottom } = button.getBoundingClientRect();
        this.large.style.left = `min(${left}px, 100vw - 280px)`;
        this.large.style.top = bottom + 4 + "px";
      };
      const hide = () => {
        this.large.hidden = true;
      };
      for (const event of ["pointerenter", "focus"]) button.addEventListener(event, show);
      for (const event of ["pointerleave", "blur"]) button.addEventListener(event, hide);
      return button;
    });
    this.element.replaceChildren(...this.buttons, this.large);
    this.element.hidden = !name.length;
  }
  /** Puts them where their moments are shown. */
  place(from, to, left, width) {
    let last = -Infinity;
    this.buttons.forEach((button, i) => {
      const x = (this.ends[i] - from) / (to - from) * width;
      button.hidden = x < 0 || x > width || x - last < APART;
      if (button.hidden) return;
      last = x;
      button.style.left = Math.min(left + x, left + width - APART) + "px";
    });
  }
};

// threads.ts
var LEAST_OPEN = 0.1;
var LEAST_SHOWN = 1e-3;
function ordered(threads) {
  const most = busiest(threads), isMain = (thread) => thread.main && thread.work >= LEAST_OPEN * most;
  const working = threads.filter((thread) => thread.calls > 0 && thread.work >= LEAST_SHOWN * most).sort((a, b) => Number(isMain(b)) - Number(isMain(a)) || b.work - a.work);
  return { working, waiting: threads.filter((thread) => !working.includes(thread)) };
}
function openedFirst(threads) {
  const most = busiest(threads);
  return new Set(threads.filter((thread) => thread.work === most || thread.main && thread.work >= LEAST_OPEN * most).map((thread) => thread.number));
}
function busiest(threads) {
  return Math.max(0, ...threads.map((thread) => thread.work));
}

// timeline.ts
var ROW3 = 15;
var LANE = 22;
var NARROWEST_GUTTER = 150;
var WIDEST_GUTTER = 340;
var AXIS2 = 22;
var MOST_ROWS = 1e5;
var SPARE2 = 30;
var MARK = 3;
var GAP = 4;
var ROOM2 = 0.5;
var CELL = 2;
var Timeline = class {
  constructor(context) {
    this.context = context;
    const g = h("canvas").getContext("2d");
    g.font = "13px " + css("--sans");
    const widest = Math.max(0, ...context.info.threads.map((thread) => g.measureText(`▸ ${thread.name} ${thread.id}`).width));
    this.side = Math.round(Math.max(NARROWEST_GUTTER, Math.min(WIDEST_GUTTER, widest + 22)));
    this.gutter.style.flexBasis = this.side + "px";
    this.screens = new Screens(context);
    this.element = h(
      "section",
      { class: "timeline", "aria-label": "Timeline" },
      this.axis,
      this.screens.element,
      this.port,
      this.tip,
      h("p", { id: "timeline-keys", class: "hidden" }, "W and S zoom, A and D move, 0 shows all, N makes a note")
    );
    this.port.addEventListener("scroll", () => {
      this.redraw();
      this.askSoon();
    });
    new ResizeObserver(() => {
      this.arrange();
      this.askSoon();
    }).observe(this.port);
    this.listenToMouse();
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    context.menu.listen(this.canvas, (event) => this.place(event));
  }
  context;
  element;
  axis = h("canvas", { class: "axis", "aria-hidden": "true" });
  canvas = h("canvas", {
    tabindex: 0,
    role: "img",
    "aria-label": "Timeline of the threads' calls",
    "aria-describedby": "timeline-keys"
  });
  screens;
  gutter = h("div", { class: "gutter" });
  inner = h("div", { class: "timeline-inner" }, this.gutter, this.canvas);
  port = h("div", { class: "timeline-port" }, this.inner);
  tip = h("div", { class: "tip", role: "status" });
  asker = new Asker();
  askSoon = settled(40, () => void this.ask());
  redraw = eachFrame(() => this.draw());
  tracks = [];
  answer = null;
  boxes = /* @__PURE__ */ new Map();
  deepest = /* @__PURE__ */ new Map();
  busy = /* @__PURE__ */ new Map();
  /** The same of a part of the time, when no more of it is shown. */
  near = null;
  nearAsker = new Asker();
  nearSoon = settled(250, () => void this.askNear());
  marks = null;
  marksAsker = new Asker();
  begin = 0;
  end = 1;
  hover = null;
  found = null;
  wanted = {};
  current = -1;
  foldsIdle = true;
  /** The width of the threads' names. */
  side;
  set(activity) {
    this.begin = activity.begin;
    this.end = Math.max(activity.begin + 1, activity.end);
    for (const { thread, busy } of activity.threads) this.busy.set(thread, busy);
    this.change();
    void this.screens.load().then(() => this.change());
  }
  /** The state has changed. */
  change() {
    this.arrange();
    this.askSoon();
  }
  /** Marks calls that were searched for, and one of them; the query is how the server finds them. */
  mark(found, current, query = {}) {
    if (found !== this.found) {
      this.marks = null;
      this.wanted = query;
      this.nearSoon();
    }
    this.found = found;
    this.current = current;
    if (found && current >= 0) this.reveal(found.thread[current]);
    this.redraw();
  }
  reveal(thread) {
    const track = this.tracks.find((each) => each.thread === thread);
    if (!track) return;
    if (track.top < this.port.scrollTop || track.top > this.port.scrollTop + this.port.clientHeight - LANE) {
      this.port.scrollTop = track.top;
    }
  }
  shown() {
    return this.context.state.shown ?? [this.begin, this.end];
  }
  get width() {
    return Math.max(50, this.port.clientWidth - this.side);
  }
  /** Puts the tracks below each other: those of the threads that work first. */
  arrange() {
    const { threads, toggled } = this.context.state;
    const kept2 = this.context.info.threads.filter((thread) => !threads.length || threads.includes(thread.number));
    const { working, waiting } = ordered(kept2), opened2 = openedFirst(kept2);
    this.tracks = [];
    let top = 0;
    for (const thread of this.foldsIdle ? working : [...working, ...waiting]) {
      const open = toggled.includes(thread.number) !== opened2.has(thread.number);
      const rows = Math.min(MOST_ROWS, this.deepest.get(thread.number) ?? 8);
      const height = open ? LANE + rows * ROW3 : LANE;
      this.tracks.push({ thread: thread.number, open, top, height });
      top += height + GAP;
    }
    const heads = this.tracks.map((track) => this.head(track));
    if (waiting.length) {
      const button = h(
        "button",
        { class: "track idle", onclick: () => {
          this.foldsIdle = !this.foldsIdle;
          this.change();
        } },
        (this.foldsIdle ? "▸ " : "▾ ") + counted(waiting.length, "waiting thread")
      );
      button.style.top = top + "px";
      heads.push(button);
      top += LANE + GAP;
    }
    const focused = document.activeElement?.dataset.thread;
    this.gutter.replaceChildren(...heads);
    if (focused) this.gutter.querySelector(`[data-thread="${focused}"]`)?.focus();
    this.inner.style.height = Math.max(top, this.port.clientHeight - 1) + "px";
    this.draw();
  }
  head(track) {
    const thread = this.context.threads.get(track.thread);
    const button = h(
      "button",
      {
        class: "track",
        "aria-expanded": String(track.open),
        title: `${thread.name}, id ${thread.id}: ${counted(thread.calls, "call")}`,
        onclick: () => this.toggle(track.thread)
      },
      (track.open ? "▾ " : "▸ ") + thread.name + " ",
      h("small", {}, String(thread.id))
    );
    button.dataset.thread = String(track.thread);
    button.style.top = track.top + "px";
    return button;
  }
  toggle(thread) {
    const { toggled } = this.context.state;
    this.context.store.set({ toggled: toggled.includes(thread) ? toggled.filter((t) => t !== thread) : [...toggled, thread] });
  }
  isSeen(track) {
    return track.top + track.height > this.port.scrollTop && track.top < this.port.scrollTop + this.port.clientHeight;
  }
  async ask() {
    this.nearSoon();
    const seen = this.tracks.filter((track) => track.open && this.isSeen(track)), wanted = seen.map((track) => track.thread);
    if (!wanted.length) return;
    const firsts = seen.map((track) => Math.max(0, Math.floor((this.port.scrollTop - track.top - LANE) / ROW3) - SPARE2));
    const [from, to] = this.shown(), room = (to - from) * ROOM2;
    const answer = await this.asker.get(this.context.api + "/timeline", {
      thread: wanted.join(","),
      from: Math.floor(from - room),
      to: Math.ceil(to + room),
      pixels: Math.min(8192, Math.round(this.width * (1 + 2 * ROOM2) * devicePixelRatio / CELL)),
      first: firsts.join(","),
      rows: Math.min(2e3, Math.ceil(this.port.clientHeight / ROW3) + 2 * SPARE2),
      mapping: this.context.state.mapping
    });
    if (!answer) return;
    this.answer = answer;
    this.boxes.clear();
    let grown = false;
    for (const boxes of answer.threads) {
      this.boxes.set(boxes.thread, boxes);
      const before = this.deepest.get(boxes.thread) ?? 0;
      if (boxes.deepest > before) {
        this.deepest.set(boxes.thread, boxes.deepest);
        grown = true;
      }
    }
    this.hover = null;
    if (grown) this.arrange();
    else this.draw();
  }
  /** Requests details of the shown span: the load of threads, each mark. */
  async askNear() {
    const [from, to] = this.shown(), room = (to - from) * ROOM2, { mapping } = this.context.state;
    const after = Math.max(0, Math.floor(from - room)), before = Math.ceil(to + room);
    const isNear = before - after < (this.end - this.begin) / 2;
    const [activity, marks] = await Promise.all([
      isNear ? this.nearAsker.get(this.context.api + "/activity", { from: after, to: before, mapping }) : void 0,
      this.found ? this.marksAsker.get(this.context.api + "/occurrences", {
        ...this.wanted,
        after,
        before,
        apart: Math.floor((to - from) / this.width * MARK),
        most: 5e4
      }) : void 0
    ]);
    if (!isNear) this.near = null;
    else if (activity) this.near = { from: after, to: before, busy: new Map(activity.threads.map((each) => [each.thread, each.busy])) };
    if (marks) this.marks = marks;
    this.redraw();
  }
  draw() {
    const width = this.width, height = this.port.clientHeight;
    if (height < 10) return;
    const [from, to] = this.shown(), scale = width / (to - from);
    const g = fitted(this.canvas, width, height);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, height);
    this.drawGrid(g, width, height, from, to);
    for (const track of this.tracks) {
      if (!this.isSeen(track)) continue;
      const y = track.top - this.port.scrollTop;
      this.drawLane(g, track, y, from, to, width);
      if (track.open) this.drawBoxes(g, track, y + LANE, from, scale, width);
    }
    this.drawMarks(g, from, scale, width);
    this.drawSpan(g, from, scale, height);
    this.drawAxis(width, from, to);
    this.screens.place(from, to, this.side, width);
  }
  drawGrid(g, width, height, from, to) {
    const mark = step(to - from, width / 120);
    g.fillStyle = css("--line");
    for (let t = Math.ceil((from - this.begin) / mark) * mark; t <= to - this.begin; t += mark) {
      g.fillRect(Math.round((t + this.begin - from) / (to - from) * width), 0, 1, height);
    }
  }
  /** The load of a thread, above its calls. */
  drawLane(g, track, y, from, to, width) {
    const near = this.near && this.near.from <= from && this.near.to >= to ? this.near : { from: 0, to: this.end, busy: this.busy };
    const busy = near.busy.get(track.thread);
    g.fillStyle = css("--lane");
    g.fillRect(0, y, width, LANE - 1);
    if (!busy) return;
    g.fillStyle = css("--busy");
    const x = (time2) => (time2 - from) / (to - from) * width;
    drawStrip(g, x(near.from), x(near.to), y + LANE - 2, busy.map((percent) => percent && Math.max(1, (LANE - 4) * Math.min(100, percent) / 100)));
  }
  drawBoxes(g, track, top, from, scale, width) {
    const boxes = this.boxes.get(track.thread), answer = this.answer;
    if (!boxes || !answer) return;
    const search = pattern(this.context.state.search), chosen = this.context.state.method;
    const hits = answer.names.map((name) => search !== null && search.test(name));
    const text = css("--box-text"), faint = css("--faint"), accent = css("--accent"), hit = css("--hit");
    g.font = "10.5px " + css("--mono");
    g.textBaseline = "middle";
    for (let i = 0; i < boxes.depth.length; i++) {
      const x = (boxes.begin[i] + answer.from - from) * scale, w = boxes.length[i] * scale;
      if (x > width || x + w < 0 || boxes.depth[i] >= MOST_ROWS) continue;
      const y = top + boxes.depth[i] * ROW3, method = boxes.method[i], isMany = boxes.calls[i] > 1;
      const isHit = hits[method];
      g.fillStyle = search && !isHit ? faint : boxColor(answer.hues[method], boxes.depth[i]);
      g.globalAlpha = isMany ? 0.35 + 0.65 * Math.min(1, boxes.busy[i] / Math.max(1, boxes.length[i])) : 1;
      g.fillRect(x, y, Math.max(0.7, w > 3 ? w - 0.6 : w), ROW3 - 1);
      g.globalAlpha = 1;
      if (isHit) {
        g.fillStyle = hit;
        g.fillRect(x, y + ROW3 - 4, Math.max(1, w), 3);
      }
      const isOn = this.hover !== null && this.hover.boxes === boxes && this.hover.at === i;
      if (isOn || chosen >= 0 && answer.methods[method] === chosen && w > 2) {
        g.strokeStyle = accent;
        g.lineWidth = isOn ? 2 : 1;
        g.strokeRect(x + 0.5, y + 0.5, Math.max(1, w - 1.6), ROW3 - 2);
      }
      const left = Math.max(0, x), right = Math.min(width, x + w);
      if (right - left > 30 && !isMany) {
        g.fillStyle = text;
        g.fillText(fit(answer.names[method], right - left - 8), left + 4, y + ROW3 / 2);
      }
    }
    if (boxes.deepest > MOST_ROWS) {
      g.fillStyle = css("--dim");
      g.fillText(`${count(boxes.deepest - MOST_ROWS)} levels deeper are not drawn`, 6, top + MOST_ROWS * ROW3 - 4);
    }
  }
  drawMarks(g, from, scale, width) {
    const found = this.found;
    if (!found) return;
    const all = this.marks ?? found;
    const tops = new Map(this.tracks.map((track) => [track.thread, track.top - this.port.scrollTop]));
    const mark = (marks, i, size) => {
      const y = tops.get(marks.thread[i]), x = (marks.begin[i] - from) * scale;
      if (y === void 0 || x < 0 || x > width) return;
      g.beginPath();
      g.moveTo(x - size, y);
      g.lineTo(x + size, y);
      g.lineTo(x, y + size * 1.6);
      g.fill();
    };
    g.fillStyle = css("--hit");
    for (let i = 0; i < all.begin.length; i++) mark(all, i, 3);
    if (this.current >= 0) mark(found, this.current, 7);
  }
  drawSpan(g, from, scale, height) {
    const span2 = this.dragged ?? this.context.state.span;
    if (span2) {
      g.fillStyle = css("--select");
      g.fillRect((span2[0] - from) * scale, 0, Math.max(1, (span2[1] - span2[0]) * scale), height);
    }
    g.fillStyle = css("--accent");
    for (const note of this.context.state.notes) g.fillRect((note.at - from) * scale, 0, 1, height);
  }
  drawAxis(width, from, to) {
    const g = fitted(this.axis, width + this.side, AXIS2);
    g.fillStyle = css("--panel");
    g.fillRect(0, 0, width + this.side, AXIS2);
    const mark = step(to - from, width / 120);
    g.font = "11px " + css("--sans");
    g.textBaseline = "middle";
    g.fillStyle = css("--dim");
    g.fillText(time(to - from) + " shown", 8, AXIS2 / 2);
    for (let t = Math.ceil((from - this.begin) / mark) * mark; t <= to - this.begin; t += mark) {
      const x = this.side + (t + this.begin - from) / (to - from) * width;
      if (x < this.side) continue;
      g.fillRect(x, AXIS2 - 5, 1, 5);
      if (x < this.side + width - 50) g.fillText(moment(t, mark), x + 4, AXIS2 / 2);
    }
    g.font = "11px " + css("--sans");
    for (const note of this.context.state.notes) {
      const x = this.side + (note.at - from) / (to - from) * width;
      if (x < this.side || x > this.side + width) continue;
      const room = Math.min(160, g.measureText(note.text).width + 10);
      g.fillStyle = css("--accent");
      g.fillRect(x, 2, room, AXIS2 - 4);
      g.fillStyle = css("--panel");
      g.fillText(note.text, x + 5, AXIS2 / 2, room - 8);
    }
  }
  dragged = null;
  listenToMouse() {
    let start = null;
    const down = (event, selects) => {
      event.target.setPointerCapture(event.pointerId);
      start = { x: event.clientX, y: event.clientY, shown: this.shown(), top: this.port.scrollTop, selects, moved: false };
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      if (event.button === 0) down(event, event.shiftKey);
    });
    this.axis.addEventListener("pointerdown", (event) => {
      if (event.button === 0) down(event, true);
    });
    for (const part of [this.canvas, this.axis]) {
      part.addEventListener("pointermove", (event) => {
        if (!start) {
          if (part === this.canvas) this.point(this.at(event), event);
          return;
        }
        start.moved ||= Math.abs(event.clientX - start.x) + Math.abs(event.clientY - start.y) > 3;
        if (!start.moved) return;
        this.point(null);
        const perPixel = (start.shown[1] - start.shown[0]) / this.width, by = (event.clientX - start.x) * perPixel;
        if (start.selects) {
          const from = this.timeAt(start.x), to = this.timeAt(event.clientX);
          this.dragged = [Math.min(from, to), Math.max(from, to)];
          this.redraw();
        } else {
          this.port.scrollTop = start.top - (event.clientY - start.y);
          this.show(start.shown[0] - by, start.shown[1] - by);
        }
      });
      part.addEventListener("pointerup", (event) => {
        const was = start;
        start = null;
        if (!was) return;
        if (was.selects && this.dragged) {
          this.context.store.set({ span: [Math.round(this.dragged[0]), Math.round(this.dragged[1])] });
        } else if (!was.moved && part === this.canvas) {
          const spot = this.at(event);
          if (spot) this.context.choose(this.answer.methods[spot.boxes.method[spot.at]]);
        }
        this.dragged = null;
      });
    }
    this.canvas.addEventListener("pointerleave", () => this.point(null));
    this.canvas.addEventListener("dblclick", (event) => {
      const spot = this.at(event);
      if (!spot) return;
      const from = this.answer.from + spot.boxes.begin[spot.at];
      this.show(from - spot.boxes.length[spot.at] * 0.02, from + spot.boxes.length[spot.at] * 1.02);
    });
    this.canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }
  wheel(event) {
    const [from, to] = this.shown();
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY * 22e-4), this.timeAt(event.clientX));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      const by = (event.deltaX || event.deltaY) / this.width * (to - from);
      this.show(from + by, to + by);
    }
  }
  zoom(factor, around) {
    const [from, to] = this.shown();
    this.show(around - (around - from) * factor, around + (to - around) * factor);
  }
  /** Shows a span of time, no longer than there is one and no shorter than a microsecond's tenth. */
  show(from, to) {
    const whole = this.end - this.begin;
    const length = Math.max(100, Math.min(whole * 1.2, to - from));
    const begin = Math.max(this.begin - whole * 0.1, Math.min(this.end + whole * 0.1 - length, from + (to - from - length) / 2));
    const isAll = length >= whole * 1.19;
    this.context.store.set({ shown: isAll ? null : [begin, begin + length] });
  }
  timeAt(clientX) {
    const [from, to] = this.shown(), box = this.canvas.getBoundingClientRect();
    return from + (clientX - box.left) / this.width * (to - from);
  }
  at(event) {
    const answer = this.answer;
    if (!answer) return null;
    const box = this.canvas.getBoundingClientRect(), y = event.clientY - box.top + this.port.scrollTop;
    const track = this.tracks.find((each) => y >= each.top && y < each.top + each.height);
    const boxes = track && track.open ? this.boxes.get(track.thread) : void 0;
    if (!track || !boxes) return null;
    const depth = Math.floor((y - track.top - LANE) / ROW3), at = this.timeAt(event.clientX) - answer.from;
    const pixel = (this.shown()[1] - this.shown()[0]) / this.width;
    for (let i = 0; i < boxes.depth.length; i++) {
      if (boxes.depth[i] === depth && at >= boxes.begin[i] && at <= boxes.begin[i] + Math.max(boxes.length[i], pixel)) {
        return { boxes, at: i };
      }
    }
    return null;
  }
  /** The method that a menu is about: of the box below the mouse, or the chosen one. */
  place(event) {
    const { left, top } = this.canvas.getBoundingClientRect(), { names, state } = this.context;
    if (!event) {
      const target2 = methodTarget(state.method, names.get(state.method) ?? "");
      return target2 && { target: target2, x: left + 8, y: top + 8 };
    }
    const spot = this.at(event), answer = this.answer;
    if (!spot || !answer) return null;
    const method = spot.boxes.method[spot.at], target = methodTarget(answer.methods[method], answer.names[method]);
    return target && { target, x: event.clientX, y: event.clientY };
  }
  point(spot, event) {
    const isSame = spot?.boxes === this.hover?.boxes && spot?.at === this.hover?.at;
    this.hover = spot;
    if (!isSame) this.redraw();
    this.canvas.style.cursor = spot ? "pointer" : "grab";
    this.tip.classList.toggle("on", spot !== null);
    if (!spot || !event) return;
    const { boxes, at } = spot, answer = this.answer;
    const calls = boxes.calls[at];
    this.tip.replaceChildren(
      h("strong", {}, answer.names[boxes.method[at]]),
      h("div", {}, calls === 1 ? `${time(boxes.length[at])}, begins at ${time(answer.from + boxes.begin[at] - this.begin)}` : `${counted(calls, "short call")}, ${time(boxes.busy[at])} together within ${time(boxes.length[at])}; the longest is named`),
      h("div", { class: "note" }, this.context.threadName(boxes.thread) + ", depth " + (boxes.depth[at] + 1))
    );
    place(this.tip, event, this.element);
  }
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [from, to] = this.shown(), length = to - from, middle = from + length / 2;
    const moves = {
      w: () => this.zoom(0.7, middle),
      "+": () => this.zoom(0.7, middle),
      s: () => this.zoom(1 / 0.7, middle),
      "-": () => this.zoom(1 / 0.7, middle),
      a: () => this.show(from - length * 0.15, to - length * 0.15),
      ArrowLeft: () => this.show(from - length * 0.15, to - length * 0.15),
      d: () => this.show(from + length * 0.15, to + length * 0.15),
      ArrowRight: () => this.show(from + length * 0.15, to + length * 0.15),
      "0": () => this.context.store.set({ shown: null }),
      ArrowDown: () => {
        this.port.scrollTop += 60;
      },
      ArrowUp: () => {
        this.port.scrollTop -= 60;
      },
      f: () => {
        const { span: span2 } = this.context.state;
        if (span2) this.context.store.set({ shown: span2 });
      },
      n: () => this.note(middle)
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  }
  /** Asks for a note at a moment. */
  note(at) {
    const dialog = byId("note"), field = byId("note-text");
    field.value = "";
    dialog.returnValue = "";
    dialog.onclose = () => {
      const text = field.value.trim();
      if (dialog.returnValue === "add" && text) {
        this.context.store.set({ notes: [...this.context.state.notes, { at: Math.round(at), text }] });
      }
      this.canvas.focus();
    };
    dialog.showModal();
  }
};

// tree.ts
var PARTS = 2e4;
var TreeView = class {
  constructor(context, direction) {
    this.context = context;
    this.direction = direction;
    const flame = () => this.flame;
    const isUp = direction === "up";
    this.grid = new Grid([
      { id: "total", title: isUp ? "Exclusive" : "Inclusive", text: (i) => time(flame().value[i]), width: 92 },
      { id: "share", title: "Share", text: (i) => share(flame().value[i], flame().total), bar: (i) => flame().value[i] / (flame().total || 1) },
      ...isUp ? [] : [{ id: "self", title: "Exclusive", text: (i) => time(flame().self[i]), width: 92 }],
      { id: "calls", title: "Calls", text: (i) => flame().method[i] < 0 ? "" : count(flame().calls[i]) },
      {
        id: "name",
        title: isUp ? "Method, and below it its callers" : "Call path",
        name: true,
        text: (i) => this.name(i),
        hue: (i) => flame().method[i] < 0 ? -1 : flame().hues[flame().method[i]],
        branch: (i) => ({ level: flame().depth[i] - 1, open: this.ends[i] > i + 1 ? this.open.has(i) : null })
      }
    ], {
      label: isUp ? "Methods with their callers" : "Call tree",
      onBranch: (node, open) => this.branch(node, open),
      onChoose: (node) => {
        if (flame().method[node] >= 0) context.choose(flame().methods[flame().method[node]], this.path(node));
      },
      onOpen: (node) => {
        if (!isUp) context.store.set({ tab: "flame", path: this.path(node) });
      },
      isChosen: (node) => flame().method[node] >= 0 && flame().methods[flame().method[node]] === context.state.method,
      empty: "no call took enough time to be listed",
      menu: context.menu,
      target: (node) => this.target(node)
    });
    this.element = h("div", { class: "view" }, h(
      "div",
      { class: "bar-row" },
      h("button", { onclick: () => this.hottest() }, "Open the hottest path"),
      h("button", { onclick: () => {
        this.open.clear();
        this.list();
      } }, "Close all"),
      this.note
    ), this.grid.element);
  }
  context;
  direction;
  element;
  asker = new Asker();
  grid;
  note = h("span", { class: "note" });
  flame = null;
  parents = new Int32Array(0);
  ends = new Int32Array(0);
  groups = new Int32Array(0);
  open = /* @__PURE__ */ new Set();
  async show(changed) {
    const asks = [...PART, "merged"];
    if (!this.flame || asks.some((name) => changed.has(name))) {
      const flame = await this.asker.get(this.context.api + "/flame", {
        ...this.context.query(),
        direction: this.direction,
        parts: PARTS,
        threads: this.context.state.merged ? "merged" : "each"
      });
      if (!flame) return;
      this.flame = flame;
      this.parents = layout(flame).parent;
      this.ends = ends(flame.depth);
      let groups = 0;
      this.groups = Int32Array.from(flame.method, (method) => method < 0 ? groups++ : -1);
      this.open.clear();
      if (this.direction === "down") this.hottest();
    }
    this.list();
  }
  target(node) {
    const flame = this.flame, method = flame.method[node];
    return method < 0 ? { kind: "thread", method: -1, name: this.name(node) } : { kind: "method", method: flame.methods[method], name: flame.names[method], path: this.path(node) };
  }
  name(node) {
    const flame = this.flame;
    if (flame.method[node] >= 0) return flame.names[flame.method[node]] + (flame.cut[node] ? "  …" : "");
    const thread = flame.groups[this.groups[node]] ?? -1;
    return thread < 0 ? "all threads" : this.context.threadName(thread);
  }
  /** The address of a node: its thread and methods; empty from below, where paths are of callers. */
  path(node) {
    if (this.direction === "up") return "";
    const flame = this.flame, own = [];
    let thread = "*";
    for (let n = node; n > 0; n = this.parents[n]) {
      if (flame.method[n] >= 0) own.unshift(flame.methods[flame.method[n]]);
      else thread = String(flame.groups[this.groups[n]]);
    }
    return [thread, ...own].join(".");
  }
  /** The rows that are seen: those whose callers are all open; with a search, those that lead to what is found. */
  list() {
    const flame = this.flame, search = pattern(this.context.state.search), size = flame.depth.length;
    let wanted = null;
    if (search) {
      const hits = flame.names.map((name) => search.test(name));
      wanted = new Uint8Array(size);
      let found = 0;
      for (let i = 1; i < size; i++) {
        if (flame.method[i] < 0 || !hits[flame.method[i]]) continue;
        found++;
        for (let n = i; n >= 0 && !wanted[n]; n = this.parents[n]) wanted[n] = 1;
      }
      this.note.textContent = `${count(found)} found`;
    } else {
      this.note.textContent = flame.cut.some((cut) => cut) ? "… has callees of less than 0.005 % that are not listed" : "";
    }
    const rows = [];
    for (let i = 1; i < size; ) {
      if (wanted && !wanted[i]) {
        i = this.ends[i];
        continue;
      }
      rows.push(i);
      i = wanted || this.open.has(i) ? i + 1 : this.ends[i];
    }
    this.grid.set(rows);
  }
  branch(node, open) {
    if (this.ends[node] <= node + 1) return;
    if (open) this.open.add(node);
    else this.open.delete(node);
    this.list();
  }
  /** Opens what took most of its caller's time, as long as it took most of it. */
  hottest() {
    const flame = this.flame;
    for (let node = 1; node < flame.depth.length; ) {
      this.open.add(node);
      const callee = node + 1;
      if (callee >= this.ends[node] || flame.value[callee] < flame.value[node] / 2) break;
      node = callee;
    }
    this.list();
  }
};
function ends(depth) {
  const end = new Int32Array(depth.length), open = [];
  for (let i = 0; i < depth.length; i++) {
    while (open.length && depth[open[open.length - 1]] >= depth[i]) end[open.pop()] = i;
    open.push(i);
  }
  for (const node of open) end[node] = depth.length;
  return end;
}

// trace.ts
var MOST_FOUND_METHODS = 1e3;
var MOST_BYTES = 2e6;
var HINT_SEEN = "dexscope-times-seen";
var TIMES2 = { wall: "Wall", cpu: "CPU", "off-cpu": "Off-CPU" };
var id = decodeURIComponent(location.pathname.split("/").pop() ?? "");
var api = "/api/v1/traces/" + encodeURIComponent(id);
var store = new Store();
function say(text, isError = false) {
  const line = byId("message");
  line.textContent = text;
  line.classList.toggle("error", isError);
  line.hidden = !text;
}
function fail(e) {
  say(e instanceof Error ? e.message : String(e), true);
}
async function opened() {
  for (; ; ) {
    const answer = await get(api, { mapping: store.state.mapping, wait: "false" });
    if (answer.state === "ready") return answer;
    say(`Reading the trace: ${Math.round(100 * answer.share)} %`);
    await new Promise((later) => setTimeout(later, 60));
  }
}
var Page = class {
  context;
  timeline;
  overview;
  details;
  findings;
  steps;
  views = /* @__PURE__ */ new Map();
  found = null;
  current = -1;
  /** Whether the message is of a view that could not be shown: it goes when one can. */
  hasFailed = false;
  /** The view of an address that names none: what stands out, if anything does. */
  firstTab = "findings";
  searchSoon = settled(250, () => void this.search().catch(fail));
  constructor(info) {
    counting(info.weights);
    this.context = new Context(api, info, store);
    this.timeline = new Timeline(this.context);
    this.findings = new FindingsView(this.context);
    this.overview = new Overview(this.context);
    byId("overview").append(this.overview.element);
    byId("timeline").append(this.timeline.element);
    this.details = new Details(this.context);
    byId("below").append(this.details.element);
    this.steps = new Steps(this.context);
    byId("recursion").before(this.steps.element);
    this.tab("findings", "Findings", () => this.findings);
    this.tab("flame", "Flame graph", () => new FlameView(this.context, "down"));
    this.tab("up", "Flame by callers", () => new FlameView(this.context, "up"));
    this.tab("tree", "Top down", () => new TreeView(this.context, "down"));
    this.tab("callers", "Bottom up", () => new TreeView(this.context, "up"));
    this.tab("methods", "Methods", () => new MethodsView(this.context));
    this.tab("method", "Callers & callees", () => new ButterflyView(this.context));
    this.tab("graph", "Call graph", () => new GraphView(this.context));
    this.tab("calls", "Calls", () => new CallsView(this.context));
    this.tab("exceptions", "Exceptions", () => new ExceptionsView(this.context));
    this.tab("heat", "Heat map", () => new HeatView(this.context));
    if (info.sources) this.tab("source", "Source", () => new SourceView(this.context));
    this.tab("compare", "Compare", () => new CompareView(this.context, id));
    if (info.sql) this.tab("sql", "SQL", () => new SqlView(this.context));
    this.tab("about", "About", () => new AboutView(this.context));
    this.head(info);
    store.listen((changed) => this.change(changed));
  }
  tab(key, title, make) {
    this.views.set(key, { title, make, view: null, seen: /* @__PURE__ */ new Set() });
    const button = h("button", { role: "tab", id: "tab-" + key, "aria-controls": "view", onclick: () => store.set({ tab: key }) }, title);
    button.addEventListener("keydown", (event) => {
      const step2 = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step2) return;
      const keys = [...this.views.keys()], next = keys[(keys.indexOf(key) + step2 + keys.length) % keys.length];
      store.set({ tab: next });
      byId("tab-" + next).focus();
      event.preventDefault();
    });
    byId("tabs").append(button);
  }
  head(info) {
    document.title = info.title + " · Dexscope";
    byId("title").textContent = info.title;
    byId("title").setAttribute("title", info.facts.join(", "));
    for (const key of info.times) {
      byId("times").append(h("button", { "data-time": key, onclick: () => store.set({ time: key }) }, TIMES2[key] ?? key));
    }
    const hint = byId("hint");
    hint.hidden = info.times.length < 2 || localStorage.getItem(HINT_SEEN) !== null;
    byId("hint-seen").addEventListener("click", () => {
      localStorage.setItem(HINT_SEEN, "1");
      hint.hidden = true;
    });
    const threads = byId("threads");
    threads.append(
      h("option", { value: "" }, `all ${counted(info.threads.length, "thread")}`),
      ...info.threads.map((thread) => h("option", { value: thread.number }, `${thread.name} (${thread.id})`))
    );
    threads.addEventListener("change", () => store.set({ threads: threads.value === "" ? [] : [Number(threads.value)], path: "" }));
    for (const name of ["include", "exclude"]) {
      const field = byId(name);
      field.addEventListener("change", () => store.set({ [name]: field.value.trim(), path: "" }));
    }
    const search = byId("search");
    search.addEventListener("input", () => store.set({ search: search.value }));
    search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.step(event.shiftKey ? -1 : 1);
      if (event.key === "Escape") {
        store.set({ search: "" });
        search.blur();
      }
    });
    byId("next").addEventListener("click", () => this.step(1));
    byId("previous").addEventListener("click", () => this.step(-1));
    byId("theme").addEventListener("click", () => store.set({ theme: isDark() ? "light" : "dark" }));
    byId("help-button").addEventListener("click", () => byId("help").showModal());
    byId("recursion").addEventListener("click", () => this.context.foldRecursion());
    byId("span-clear").addEventListener("click", () => store.set({ span: null }));
    byId("span-show").addEventListener("click", () => store.set({ shown: store.state.span }));
    byId("select-shown").addEventListener("click", () => store.set({ span: store.state.shown }));
    const exports = byId("export");
    exports.append(...info.formats.map((format) => h("option", { value: format.key, title: format.description }, `${format.key}: ${format.description}`)));
    exports.addEventListener("change", () => {
      const isPage = info.formats.some((format) => format.key === exports.value && format.suffix === ".html");
      if (exports.value) location.assign(address(`${api}/export/${exports.value}`, { ...this.context.query(), time: this.context.time, most: isPage ? MOST_BYTES : null }));
      exports.value = "";
    });
    addEventListener("keydown", (event) => this.key(event));
  }
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || document.querySelector("dialog[open]")) return;
    const numbered = [...this.views.keys()][Number(event.key) - 1];
    const keys = {
      "/": () => byId("search").focus(),
      "?": () => byId("help").showModal(),
      t: () => byId("theme").click(),
      Escape: () => store.set(store.state.method >= 0 ? { method: -1 } : { span: null, path: "" }),
      ".": () => this.step(1),
      ",": () => this.step(-1)
    };
    const { method } = store.state, name = this.context.names.get(method) ?? "";
    const action = actionsOf(this.context, { kind: "method", method, name, path: this.context.path }).flat().find(({ key, isOn }) => isOn && key === event.key);
    const act = keys[event.key] ?? action?.act ?? (numbered ? () => store.set({ tab: numbered }) : null);
    if (!act) return;
    event.preventDefault();
    act();
  }
  /** Takes sources or a program; what was in it. */
  async takeSources(file) {
    if (!this.context.info.sources) throw new Error(`${file.name}: this server takes no sources; dexscope view does`);
    say("Taking the sources of " + file.name);
    const { sources, classes } = await send("/api/v1/sources", { name: file.name }, file);
    this.context.dropped++;
    if (store.state.tab === "source") this.show(/* @__PURE__ */ new Set(["tab"]));
    else store.set({ tab: "source" });
    const found = [sources ? counted(sources, "source file") : "", classes ? `dex code of ${classes === 1 ? "1 class" : count(classes) + " classes"}` : ""];
    return `${file.name}: ${found.filter(Boolean).join(", ")}.`;
  }
  /** Shows everything for the first time. */
  async start() {
    const asked = get(api + "/activity", { mapping: store.state.mapping });
    this.change(new Set(Object.keys(store.state)));
    const activity = await asked;
    this.overview.set(activity);
    this.timeline.set(activity);
  }
  change(changed) {
    const { state } = store;
    if (changed.has("mapping") && document.documentElement.dataset.ready) location.reload();
    if (changed.has("theme")) setTheme(state.theme);
    for (const button of byId("times").children) {
      button.setAttribute("aria-pressed", String(button.dataset.time === this.context.time));
    }
    byId("threads").value = state.threads.length === 1 ? String(state.threads[0]) : "";
    for (const name of ["search", "include", "exclude"]) {
      const field = byId(name);
      if (document.activeElement !== field || !state[name]) field.value = state[name];
    }
    byId("recursion").setAttribute("aria-pressed", String(state.steps.includes("recursion")));
    byId("span").hidden = !state.span;
    byId("select-shown").hidden = !state.shown;
    if (state.span) byId("span-text").textContent = `${time(state.span[1] - state.span[0])} from ${time(state.span[0])}`;
    if (changed.has("search") || PART.some((name) => changed.has(name))) this.searchSoon();
    this.show(changed);
    void this.details.show(changed).catch(fail);
    void this.steps.show().catch(fail);
    this.timeline.change();
    this.overview.redraw();
  }
  /** The view of the chosen tab, with all that has changed since it was last seen. */
  show(changed) {
    const key = this.views.has(store.state.tab) ? store.state.tab : this.firstTab;
    for (const each of this.views.values()) for (const name of changed) each.seen.add(name);
    for (const [name] of this.views) {
      const tab = byId("tab-" + name), isOn = name === key;
      tab.setAttribute("aria-selected", String(isOn));
      tab.tabIndex = isOn ? 0 : -1;
    }
    const entry = this.views.get(key);
    entry.view ??= entry.make();
    const panel = byId("view");
    panel.setAttribute("aria-labelledby", "tab-" + key);
    if (panel.firstChild !== entry.view.element) panel.replaceChildren(entry.view.element);
    const seen = new Set(entry.seen);
    entry.seen.clear();
    if (seen.size === 1 && seen.has("shown")) return;
    void Promise.resolve(entry.view.show(seen)).then(() => {
      if (key === this.firstTab && entry.view === this.findings && this.findings.isEmpty() && !document.documentElement.dataset.ready) {
        this.firstTab = "flame";
        this.show(/* @__PURE__ */ new Set());
        return;
      }
      if (this.hasFailed) say("");
      this.hasFailed = false;
      document.documentElement.dataset.ready ??= String(Math.round(performance.now()));
      document.documentElement.dataset.view = key;
    }, (e) => {
      if (e instanceof Refused && e.status === 404 && store.state.path) store.set({ path: "" });
      else {
        this.hasFailed = true;
        fail(e);
      }
    });
  }
  /** Counts the calls of what is searched for, and remembers where they are. */
  async search() {
    const search = pattern(store.state.search);
    this.current = -1;
    if (!search) {
      this.found = null;
      byId("found").textContent = "";
      this.timeline.mark(null, -1);
      return;
    }
    const all = await this.context.methods();
    const methods = all.methods.filter((_, i) => search.test(all.names[i]));
    const part = this.context.query();
    const asked = store.state.search;
    const query = { ...part, include: null, exclude: null, method: methods.join(",") };
    this.found = methods.length === 0 || methods.length > MOST_FOUND_METHODS ? null : await get(api + "/occurrences", { ...query, most: 1e4 });
    byId("found").textContent = methods.length > MOST_FOUND_METHODS ? `${count(methods.length)} methods` : this.found ? `${counted(this.found.count, "call")} of ${counted(methods.length, "method")}` : "none";
    byId("found").dataset.search = asked;
    this.timeline.mark(this.found, -1, query);
  }
  /** Jumps to the next call that was found, or the one before. */
  step(by) {
    const found = this.found;
    if (!found || !found.begin.length) return;
    const size = found.begin.length;
    this.current = this.current < 0 ? by > 0 ? 0 : size - 1 : (this.current + by + size) % size;
    byId("found").textContent = `${count(this.current + 1)} of ${size < found.count ? `the first ${count(size)} of ` : ""}${counted(found.count, "call")}`;
    const at = found.begin[this.current], thread = found.thread[this.current];
    const { shown: shown2, toggled } = store.state, info = this.context.info;
    const half = shown2 ? (shown2[1] - shown2[0]) / 2 : info.last / 200;
    const isOpen = byId("timeline").querySelector(`[data-thread="${thread}"]`)?.getAttribute("aria-expanded") === "true";
    store.set({ shown: [at - half, at + half], toggled: isOpen ? toggled : toggled.includes(thread) ? toggled.filter((t) => t !== thread) : [...toggled, thread] });
    this.timeline.mark(found, this.current);
  }
};
function takeFiles() {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    void take([...event.dataTransfer?.files ?? []]);
  });
}
async function take(files) {
  for (const file of files) await takeOne(file).catch(fail);
}
var SOURCES = /\.(java|kt|jar|aar|apk|aab|dex)$/i;
async function takeOne(file) {
  let head;
  try {
    head = await file.slice(0, 4e3).text();
  } catch {
    throw new Error(`${file.name} cannot be read; of a folder, drop the files in it, or name it with --sources`);
  }
  if (SOURCES.test(file.name) && page2) {
    say(await page2.takeSources(file));
    return;
  }
  if (/^[^\s#]\S* -> \S+:\s*$/m.test(head)) {
    say(`Taking the names of ${file.name}`);
    store.set({ mapping: (await send("/api/v1/mappings", {}, file)).id });
    return;
  }
  const { id: added } = await upload(file, (share2) => say(`Sending ${file.name}: ${Math.round(100 * share2)} %`));
  await traces();
  if (store.state.tab === "compare") {
    say("");
    store.set({ base: added });
    return;
  }
  say(`${file.name} is open beside this trace. `);
  byId("message").append(
    h("button", { onclick: () => location.assign(page(added)) }, "Show it"),
    h("button", { onclick: () => {
      say("");
      store.set({ tab: "compare", base: added });
    } }, "Compare with it"),
    h("button", { "aria-label": "Close", onclick: () => say("") }, "✕")
  );
}
var page2 = null;
async function traces() {
  const choice = byId("trace");
  const all = await listed();
  choice.hidden = all.length < 2 || !all.some((trace) => trace.id === id);
  byId("title").hidden = !choice.hidden;
  choice.replaceChildren(...all.map((trace) => h("option", { value: trace.id }, trace.title)));
  choice.value = id;
}
for (const button of document.querySelectorAll("dialog button[value]")) {
  button.addEventListener("click", () => button.closest("dialog").close(button.value));
}
byId("note-text").addEventListener("keydown", (event) => {
  if (event.key === "Enter") byId("note").close("add");
});
byId("trace").addEventListener("change", (event) => location.assign(page(event.target.value)));
setTheme(store.state.theme);
takeFiles();
opened().then(async (info) => {
  say("");
  page2 = new Page(info);
  void traces().catch(() => {
    byId("trace").hidden = true;
  });
  await page2.start();
}).catch(fail);
