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
function share(part, whole) {
  if (!whole) return "–";
  const percent = 100 * part / whole;
  return percent.toFixed(Math.abs(percent) < 10 ? 2 : 1) + " %";
}
function count(n) {
  return n.toLocaleString("en");
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
var SPARE = 8;
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
    this.element.style.setProperty(
      "--columns",
      columns.map((column) => column.name ? "minmax(220px, 1fr)" : (column.width ?? 84) + "px").join(" ")
    );
    for (const column of columns) this.head.append(this.title(column));
    new ResizeObserver(this.redraw).observe(this.port);
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
  redraw = eachFrame(() => this.draw());
  title(column) {
    const cell = h("div", { role: "columnheader", class: column.name ? "name" : "" });
    if (!column.value) {
      cell.append(column.title);
      return cell;
    }
    cell.append(h("button", { onclick: () => this.sortBy(column) }, column.title));
    cell.dataset.column = column.id;
    return cell;
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
    const element = h("div", { class: "grid-row", role: "row", "aria-rowindex": at + 2, onclick: () => this.choose(at) });
    element.style.transform = `translateY(${at * HEIGHT}px)`;
    if (this.options.isChosen?.(row)) element.classList.add("chosen");
    if (at === this.active) element.classList.add("active");
    for (const column of this.columns) element.append(this.cell(row, column));
    return element;
  }
  cell(row, column) {
    const text = column.text(row);
    const cell = h("div", { role: "cell", class: column.name ? "name" : "", title: column.name ? text : "" });
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
      cell.append(text);
    }
    return cell;
  }
  choose(at) {
    this.active = at;
    const row = this.sorted[at];
    if (row !== void 0) this.options.onChoose?.(row);
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
  reveal(at) {
    const top = at * HEIGHT, port = this.port, head = this.head.offsetHeight;
    if (top < port.scrollTop) port.scrollTop = top;
    else if (top + HEIGHT + head > port.scrollTop + port.clientHeight) port.scrollTop = top + HEIGHT + head - port.clientHeight;
  }
};

// monitor.ts
var api = "/api/v1/";
var MINUTE = 6e4;
var STATES = {
  running: "--run",
  monitor: "--blocked",
  wait: "--idle",
  "timed wait": "--idle",
  "vm wait": "--idle",
  native: "--native",
  suspended: "--stopped"
};
var KINDS = ["--kind-0", "--kind-1", "--kind-2", "--kind-3", "--kind-4", "--kind-5", "--kind-6", "--kind-7"];
function say(text, isError = false) {
  const line = byId("message");
  line.textContent = text;
  line.classList.toggle("error", isError);
  line.hidden = !text;
}
var fail = (e) => say(e instanceof Error ? e.message : String(e), true);
function bytes(n) {
  return n >= 1e6 ? (n / 1e6).toFixed(1) + " MB" : n >= 1e3 ? (n / 1e3).toFixed(1) + " KB" : n + " B";
}
async function order(what, query) {
  const response = await fetch(address(api + what, query), { method: "POST" });
  if (!response.ok) throw new Refused(response.status, (await response.json()).reason);
  return response.status === 204 ? null : response.json();
}
var Devices = class {
  constructor(choose) {
    this.choose = choose;
    const events = new EventSource(api + "devices/events");
    events.addEventListener("devices", (event) => {
      this.devices = JSON.parse(event.data).devices;
      this.draw();
      say("");
      document.documentElement.dataset.ready ??= String(Math.round(performance.now()));
    });
    events.onerror = () => say("The command that serves this page does not answer; it is asked again.", true);
  }
  choose;
  devices = [];
  list = byId("devices");
  draw() {
    const chosen = vmOfAddress();
    const seen = this.devices.filter((device) => device.serial !== "local" || device.vms.length);
    const parts = seen.map((device) => h(
      "section",
      {},
      h("h2", { title: device.problem }, device.model ? `${device.model} ` : "", h("small", {}, device.serial)),
      device.state !== "device" || device.problem ? h("p", { class: "warn" }, device.problem || device.state) : null,
      ...device.vms.map((vm) => h(
        "button",
        {
          class: "vm",
          "aria-pressed": String(chosen?.device === device.serial && chosen.pid === vm.pid),
          title: vm.problem || vm.vm || "",
          onclick: () => this.choose(device.serial, vm.pid)
        },
        h("span", { class: "light " + vm.state, "aria-hidden": "true" }),
        `${vm.name} `,
        h("small", {}, `${vm.pid}${vm.waits ? ", waits for a debugger" : ""}${vm.state === "attached" ? "" : ", " + vm.state}`)
      )),
      device.vms.length ? null : h("p", { class: "note" }, "no VM")
    ));
    this.list.replaceChildren(...parts.length ? parts : [h("p", { class: "note" }, "No device yet. Connect one, start an emulator, or: dexscope device start")]);
  }
};
function vmOfAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const device = given.get("device"), pid = Number(given.get("pid") ?? NaN);
  return device && Number.isInteger(pid) ? { device, pid, tab: given.get("tab") ?? "threads" } : null;
}
var VmView = class {
  constructor(device, pid, tab) {
    this.tab = tab;
    this.query = { device, pid };
    this.threads = new Grid([
      { id: "id", title: "Id", text: (thread) => String(thread.id), value: (thread) => thread.id, width: 56 },
      { id: "state", title: "State", text: (thread) => thread.state, value: (thread) => thread.state, width: 96 },
      { id: "cpu", title: "CPU", text: (thread) => share(thread.cpu, 1), value: (thread) => thread.cpu, bar: (thread) => thread.cpu },
      { id: "time", title: "CPU time", text: (thread) => ((thread.user + thread.system) / 1e3).toFixed(2) + " s", value: (thread) => thread.user + thread.system },
      { id: "name", title: "Thread", name: true, text: (thread) => thread.name + (thread.daemon ? " (daemon)" : ""), value: (thread) => thread.name }
    ], { label: "Threads", sort: "-cpu", empty: "no threads are known yet", isChosen: (thread) => thread.id === this.chosen, onChoose: (thread) => void this.showStack(thread.id).catch(fail) });
    this.parts = new Grid([
      { id: "bytes", title: "Bytes", text: (part) => bytes(part.bytes), value: (part) => part.bytes, width: 92 },
      { id: "share", title: "Share", text: (part) => share(part.bytes, this.mapped?.bytes ?? 0), bar: (part) => part.bytes / (this.mapped?.bytes || 1) },
      { id: "pieces", title: "Pieces", text: (part) => count(part.pieces), value: (part) => part.pieces },
      { id: "name", title: "What", name: true, text: (part) => `${part.kind}, ${part.solidity}`, value: (part) => part.kind }
    ], { label: "What the heap holds", sort: "-bytes", empty: "not asked yet" });
    this.allocations = new Grid([
      { id: "size", title: "Bytes", text: (each) => count(each.size), value: (each) => each.size },
      { id: "thread", title: "Thread", text: (each) => String(each.thread), value: (each) => each.thread, width: 64 },
      { id: "name", title: "Class", name: true, text: (each) => each.class, value: (each) => each.class },
      { id: "where", title: "Where", name: true, text: (each) => each.stack[0] ?? "", value: (each) => each.stack[0] ?? "" }
    ], { label: "Allocations", empty: "nothing is recorded: start, let it run, look", onChoose: (each) => {
      this.allocationStack.textContent = each.stack.join("\n");
    } });
    this.panels = {
      threads: h("div", { class: "view" }, h("div", { class: "lanes" }, this.lanes), h("div", { class: "wings" }, this.threads.element, this.stack)),
      heap: h(
        "div",
        { class: "view" },
        h("div", { class: "chart" }, this.chart),
        h(
          "div",
          { class: "bar-row" },
          this.button("Collect garbage", () => order("vm/gc", this.query)),
          this.button("Map the heap", () => this.showMap()),
          h("a", { href: address(api + "vm/hprof", this.query), download: "" }, "Dump (hprof)")
        ),
        h("div", { class: "wings" }, h("div", { class: "map" }, this.map), this.parts.element)
      ),
      allocations: h(
        "div",
        { class: "view" },
        h(
          "div",
          { class: "bar-row" },
          this.button("Start", () => order("vm/allocations/start", this.query)),
          this.button("Look", () => this.showAllocations()),
          this.button("Stop", () => order("vm/allocations/stop", this.query))
        ),
        h("div", { class: "wings" }, this.allocations.element, this.allocationStack)
      )
    };
    for (const [key, title] of [["threads", "Threads"], ["heap", "Heap"], ["allocations", "Allocations"]]) {
      this.tabs.append(h("button", { role: "tab", "data-tab": key, id: "tab-" + key, "aria-controls": "view", onclick: () => {
        location.hash = new URLSearchParams({ device, pid: String(pid), tab: key }).toString();
      } }, title));
    }
    this.element = h("div", { class: "view" }, this.head, h("div", { class: "tab-row" }, this.tabs), this.panel);
    this.show(tab);
    this.events = new EventSource(address(api + "vm/events", this.query));
    this.events.addEventListener("vm", (event) => this.take(JSON.parse(event.data)));
    this.events.addEventListener("gone", () => {
      this.events.close();
      say("This VM has ended.", true);
    });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }
  tab;
  element;
  events;
  query;
  head = h("div", { class: "bar-row" });
  tabs = h("div", { role: "tablist", "aria-label": "Views", id: "tabs" });
  panel = h("section", { role: "tabpanel", id: "view", class: "view" });
  panels;
  live = null;
  heap = [];
  threads;
  lanes = h("canvas", { role: "img", "aria-label": "What the threads did in the last minute" });
  stack = h("pre", { class: "stack", tabindex: 0, "aria-label": "Stack" }, "Choose a thread: its stack is shown here.");
  chart = h("canvas", { role: "img", "aria-label": "The heap over time" });
  map = h("canvas", { role: "img", "aria-label": "Map of the heap" });
  parts;
  allocations;
  allocationStack = h("pre", { class: "stack", tabindex: 0, "aria-label": "Where it was allocated" });
  chosen = -1;
  mapped = null;
  button(text, act) {
    const button = h("button", {}, text);
    button.addEventListener("click", () => {
      button.disabled = true;
      act().then(() => say(""), fail).finally(() => {
        button.disabled = false;
      });
    });
    return button;
  }
  show(tab) {
    this.tab = tab in this.panels ? tab : "threads";
    for (const button of this.tabs.children) button.setAttribute("aria-selected", String(button.dataset.tab === this.tab));
    this.panel.setAttribute("aria-labelledby", "tab-" + this.tab);
    this.panel.replaceChildren(this.panels[this.tab]);
    this.draw();
  }
  close() {
    this.events.close();
  }
  take(live) {
    const before = this.live;
    this.live = live;
    const known = this.heap.at(-1)?.time ?? 0;
    for (const figure of live.heap) if (figure.time > known) this.heap.push(figure);
    while (this.heap.length && this.heap[0].time < live.now - 5 * MINUTE) this.heap.shift();
    if (!before || before.state !== live.state || before.tracing !== live.tracing || before.debugger !== live.debugger || before.name !== live.name) this.drawHead();
    this.threads.set(live.threads);
    this.draw();
  }
  drawHead() {
    const live = this.live;
    const trace = (interval) => order("vm/trace/start", { ...this.query, interval });
    this.head.replaceChildren(
      h("strong", { class: "chosen-name" }, live.name),
      h("span", { class: "note" }, [live.pid, live.vm, live.abi, live.state === "attached" ? "" : live.state + " " + live.problem].filter(Boolean).join(" · ")),
      h("span", { class: "spacer" }),
      ...live.tracing ? [this.button("Stop and open the trace", async () => {
        const { id } = await order("vm/trace/stop", this.query);
        location.assign("/t/" + encodeURIComponent(id));
      })] : [this.button("Trace calls", () => trace(0)), this.button("Take samples", () => trace(1e3))],
      live.debugger ? h("code", {}, `jdb -attach localhost:${live.debugger}`) : this.button("Debugger port", () => order("vm/debugger", this.query)),
      this.button("End the VM", async () => {
        if (confirm(`End ${live.name}?`)) await order("vm/exit", this.query);
      })
    );
  }
  draw() {
    if (!this.live) return;
    if (this.tab === "threads") this.drawLanes();
    if (this.tab === "heap") {
      this.drawChart();
      this.drawMap();
    }
  }
  /** A row for each thread, the busiest first: what it did when it was looked at. */
  drawLanes() {
    const live = this.live, width = this.lanes.parentElement.clientWidth, gutter = 170, row = 14;
    const threads = [...live.threads].sort((a, b) => b.user + b.system - a.user - a.system).slice(0, 14);
    const g = fitted(this.lanes, width, Math.max(1, threads.length) * row);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, threads.length * row);
    g.font = "11px " + css("--sans");
    g.textBaseline = "middle";
    threads.forEach((thread, i) => {
      g.fillStyle = css("--fg");
      g.fillText(thread.name, 8, i * row + row / 2, gutter - 16);
      for (const [state, from, to] of thread.spans) {
        const left = gutter + Math.max(0, 1 - (live.now - from) / MINUTE) * (width - gutter);
        const right = gutter + Math.max(0, 1 - (live.now - to) / MINUTE) * (width - gutter);
        if (right < gutter) continue;
        g.fillStyle = css(STATES[state] ?? "--lane");
        g.fillRect(left, i * row + 2, Math.max(2, right - left), row - 4);
      }
    });
  }
  drawChart() {
    const width = this.chart.parentElement.clientWidth, height = 120, live = this.live;
    const g = fitted(this.chart, width, height);
    g.fillStyle = css("--bg");
    g.fillRect(0, 0, width, height);
    const sums = /* @__PURE__ */ new Map();
    for (const figure of this.heap) {
      const sum = sums.get(figure.time) ?? { size: 0, bytes: 0 };
      sum.size += figure.size;
      sum.bytes += figure.bytes;
      sums.set(figure.time, sum);
    }
    const times = [...sums.keys()].sort((a, b) => a - b);
    const most = Math.max(1, ...times.map((time) => sums.get(time).size));
    const x = (time) => width * Math.max(0, 1 - (live.now - time) / (2 * MINUTE)), y = (n) => height - 4 - (height - 24) * n / most;
    for (const [key, color] of [["size", "--group"], ["bytes", "--busy"]]) {
      g.fillStyle = css(color);
      g.beginPath();
      g.moveTo(x(times[0] ?? 0), height);
      for (const time of times) g.lineTo(x(time), y(sums.get(time)[key]));
      g.lineTo(x(times.at(-1) ?? 0), height);
      g.fill();
    }
    const last = sums.get(times.at(-1) ?? 0);
    g.fillStyle = css("--fg");
    g.font = "12px " + css("--sans");
    g.textBaseline = "top";
    g.fillText(last ? `${bytes(last.bytes)} used of ${bytes(last.size)}; two minutes` : "the VM has told nothing of its heap yet", 8, 4);
  }
  async showMap() {
    this.mapped = await get(api + "vm/heap", { ...this.query, cells: 4096 });
    this.parts.set(this.mapped.parts);
    this.drawMap();
  }
  /** A cell for each stretch of the heap, as bright as it is full. */
  drawMap() {
    const mapped = this.mapped;
    if (!mapped) return;
    const width = this.map.parentElement.clientWidth, columns = 96, size = Math.max(3, Math.floor(width / columns));
    const g = fitted(this.map, columns * size, Math.ceil(mapped.kind.length / columns) * size);
    mapped.kind.forEach((kind, i) => {
      const x = i % columns * size, y = Math.floor(i / columns) * size;
      g.globalAlpha = 1;
      g.fillStyle = css("--lane");
      g.fillRect(x, y, size - 1, size - 1);
      g.globalAlpha = mapped.used[i] / 100;
      g.fillStyle = css(KINDS[kind]);
      g.fillRect(x, y, size - 1, size - 1);
    });
    g.globalAlpha = 1;
  }
  async showAllocations() {
    const { allocations } = await get(api + "vm/allocations", this.query);
    this.allocations.set(allocations);
  }
  async showStack(thread) {
    this.chosen = thread;
    const { frames } = await get(api + "vm/stack", { ...this.query, thread });
    this.stack.textContent = frames.length ? frames.map((frame) => `at ${frame.method}  ${frame.place}`).join("\n") : "no frames: it runs native code, or has ended";
  }
};
var view = null;
var shown = "";
function show() {
  const at = vmOfAddress();
  if (!at) return;
  const key = at.device + "/" + at.pid;
  if (key === shown && view) {
    view.show(at.tab);
    return;
  }
  view?.close();
  say("");
  view = new VmView(at.device, at.pid, at.tab);
  shown = key;
  byId("vm").replaceChildren(view.element);
}
setTheme("");
byId("theme").addEventListener("click", () => setTheme(isDark() ? "light" : "dark"));
new Devices((device, pid) => {
  location.hash = new URLSearchParams({ device, pid: String(pid) }).toString();
});
addEventListener("hashchange", show);
show();
