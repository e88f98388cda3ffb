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

// format.ts
function count(n) {
  return n.toLocaleString("en");
}
function counted(n, word) {
  return `${count(n)} ${word}${n === 1 ? "" : "s"}`;
}

// theme.ts
var dark = false;
function setTheme(theme) {
  dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  colors.clear();
  named.clear();
}
var colors = /* @__PURE__ */ new Map();
var named = /* @__PURE__ */ new Map();

// api.ts
var Refused = class extends Error {
  constructor(status, reason2) {
    super(reason2);
    this.status = status;
  }
  status;
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
function forget(id) {
  keep(kept().filter((each) => each.id !== id));
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
function page(id) {
  return "/t/" + encodeURIComponent(id);
}

// serve.ts
function bytes(size) {
  const units = ["bytes", "KB", "MB", "GB"];
  let unit = 0;
  for (; size >= 1e3 && unit < units.length - 1; unit++) size /= 1e3;
  return `${unit && size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}
function row(entry, ...more) {
  const when = new Date(entry.added);
  return h(
    "tr",
    {},
    h("td", {}, h("a", { href: page(entry.id) }, entry.title)),
    h("td", {}, entry.format),
    h("td", { class: "number" }, bytes(entry.size)),
    h("td", { class: "number" }, `${counted(entry.threads, "thread")}, ${counted(entry.methods, "method")}`),
    h("td", {}, isNaN(when.getTime()) ? "" : when.toLocaleString()),
    h("td", {}, h("a", { href: `/traces/${encodeURIComponent(entry.id)}/flame.svg` }, "flame graph")),
    h("td", {}, ...more)
  );
}
function showOwn() {
  const all = kept();
  byId("own-part").hidden = all.length === 0;
  byId("own").replaceChildren(...all.map((receipt) => row(
    receipt,
    h("button", { "aria-label": "Delete " + receipt.title, onclick: () => remove(receipt) }, "Delete")
  )));
}
async function remove(receipt) {
  const answer = await fetch(
    "/api/v1/traces/" + encodeURIComponent(receipt.id),
    { method: "DELETE", headers: { "Owner-Token": receipt.token ?? "" } }
  );
  if (answer.ok || answer.status === 404) {
    say(`${receipt.title} is deleted`);
    forget(receipt.id);
    showOwn();
    showAll();
  } else {
    say(await reason(answer));
  }
}
async function reason(answer) {
  try {
    return (await answer.json()).reason;
  } catch {
    return "the server has answered " + answer.status;
  }
}
var isListing = false;
async function showServer() {
  const answer = await fetch("/api/v1/server");
  if (!answer.ok) return;
  const server = await answer.json();
  const days = server.keep_seconds / 86400;
  byId("limits").textContent = `Up to ${bytes(server.most_bytes)}, kept for ` + (days >= 1 ? `${Math.round(days)} days` : `${Math.round(server.keep_seconds / 3600)} hours`) + " at most.";
  isListing = server.listing;
  byId("fleet").hidden = !server.fleet;
  showAll();
}
async function showAll() {
  if (!isListing) return;
  const answer = await fetch("/api/v1/traces?count=200");
  if (!answer.ok) return;
  const list = await answer.json();
  byId("all-part").hidden = false;
  byId("all-title").textContent = `All traces (${list.total})`;
  byId("all").replaceChildren(...list.traces.map((entry) => row(entry)));
}
function say(text) {
  byId("message").textContent = text;
}
async function take(file) {
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Upload of " + file.name });
  const state = h("span", { class: "note" }, "waiting");
  const line = h("li", {}, h("b", {}, file.name), " ", bar, " ", state);
  byId("uploads").append(line);
  try {
    const receipt = await upload(file, (share) => {
      bar.value = share;
      state.textContent = share < 1 ? Math.round(100 * share) + " %" : "the server reads it";
    });
    showOwn();
    line.remove();
    return receipt;
  } catch (error) {
    bar.remove();
    state.textContent = error.message;
    state.classList.add("refused");
    return null;
  }
}
async function uploadAll(files) {
  let last = null;
  for (const file of files) last = await take(file);
  if (last && files.length === 1) location.href = page(last.id);
  else showAll();
}
async function sample() {
  try {
    const receipt = await create("/api/v1/sample", null, () => {
    });
    location.href = page(receipt.id);
  } catch (error) {
    say(error.message);
  }
}
var zone = byId("zone");
var input = byId("file");
input.addEventListener("change", () => uploadAll([...input.files ?? []]));
byId("sample").addEventListener("click", sample);
addEventListener("dragover", (event) => {
  event.preventDefault();
  zone.classList.add("over");
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) zone.classList.remove("over");
});
addEventListener("drop", (event) => {
  event.preventDefault();
  zone.classList.remove("over");
  uploadAll([...event.dataTransfer?.files ?? []]);
});
byId("curl").textContent = `curl -F file=@app.trace ${location.origin}/api/v1/traces`;
setTheme("");
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme(""));
showOwn();
showServer();
