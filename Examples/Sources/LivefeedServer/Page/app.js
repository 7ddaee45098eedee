"use strict";

// The lines, and what people do.

const keptLines = 5_000; // of those that wait
const liveRows = 500; // more of them would cost frames

let pausedBy = null; // "button", "scroll"; null while lines are shown as they come
let arrived = []; // lines that are not shown yet
let leftOut = 0; // how many more came before those
let isScheduled = false;
let filter = new Filter(""); // what is to be marked
let shown = new Set(severities);
let stateName = "connecting";
let lastTop = 0; // where the list was scrolled to

const detail = new Detail((number) => {
  openLine = number;
  showAddress();
});
let openLine = null;

const stream = new Stream({
  line: receive,
  totals: addSample,
  messages: showMessages,
  past: showPast,
  state: showState,
  restarted: () => {
    clearLines();
    if (pausedBy === "scroll") goOn();
  },
  hello: ({ log, run }) => {
    beginSamples(run);
    $("log").textContent = log;
    document.title = `${log.split("/").at(-1)} · livefeed`;
  },
  dropped: (count) => note(`This browser was too slow for ${counted(count, "event")}.`),
  overflow: () => note("This browser was too slow, and has connected again."),
});

function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

function element(kind, text, className = "") {
  const made = document.createElement(kind);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

// What is said anew is read out anew.
function say(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

// MARK: The connection's state

function showState(name, seconds) {
  stateName = name;
  const paused = pausedBy === "scroll" ? "Paused by scrolling" : "Paused";
  const texts = { connecting: "Connecting", live: pausedBy ? paused : "Live", lost: "No connection" };
  $("state").dataset.state = name === "live" && pausedBy ? "paused" : name;
  say("state-text", texts[name]);
  $("countdown").textContent = name === "lost" ? `next try in ${seconds} s` : "";
  $("retry").hidden = name !== "lost";
}

function note(text) {
  $("note").hidden = !text;
  say("note", text);
}

// MARK: Lines

function receive(line) {
  arrived.push(line);
  if (arrived.length > keptLines) {
    arrived.shift();
    leftOut += 1;
  }
  schedule();
}

// All that comes within a frame is shown at once.
function schedule() {
  if (isScheduled) return;
  isScheduled = true;
  // A hidden page draws no frames.
  if (document.hidden) setTimeout(show, 250);
  else requestAnimationFrame(show);
}

function show() {
  isScheduled = false;
  if (pausedBy) {
    const waiting = arrived.length + leftOut;
    $("pause").firstElementChild.textContent = waiting ? `Go on, ${waiting.toLocaleString("en")} new` : "Go on";
    return;
  }
  const added = append();
  const list = $("lines");
  // What has waited goes as new lines come, two for each.
  const surplus = Math.min(list.childElementCount - liveRows, 2 * added);
  for (let index = 0; index < surplus; index += 1) list.firstElementChild.remove();
  goToEnd();
}

function append() {
  const fragment = document.createDocumentFragment();
  if (leftOut > 0) fragment.append(gap());
  for (const line of arrived) fragment.append(row(line));
  const added = fragment.childElementCount;
  arrived = [];
  leftOut = 0;
  $("lines").append(fragment);
  $("empty").hidden = $("lines").childElementCount > 0;
  return added;
}

// Where lines came that the page has not kept.
function gap() {
  const item = element("li", `${counted(leftOut, "line")} left out`, "gap");
  item.tabIndex = -1;
  return item;
}

function goToEnd() {
  $("lines").scrollTop = $("lines").scrollHeight;
  lastTop = $("lines").scrollTop;
}

function distanceFromEnd() {
  const list = $("lines");
  return list.scrollHeight - list.scrollTop - list.clientHeight;
}

const lines = new WeakMap(); // the line of each row

function row(line) {
  const item = document.createElement("li");
  lines.set(item, line);
  item.tabIndex = -1;
  item.className = severities.includes(line.severity) ? line.severity : "unknown";
  if (line.continued) item.classList.add("continued");
  const severity = element("span", line.severity === "unknown" ? "" : line.severity, "severity");
  const text = element("span", "", "text");
  markWords(text, (line.row ?? line.text) + (line.cut ? "…" : ""));
  item.append(time(line), severity, text);
  return item;
}

// The log's own time; if it says none, when the line came.
function time(line) {
  const made = document.createElement("time");
  if (line.continued) return made;
  const came = line.time === null ? null : new Date(line.time);
  if (line.logged) {
    made.textContent = line.logged.split(" ").at(-1);
    made.title = `Logged ${line.logged}`;
  } else if (came) {
    made.textContent = came.toLocaleTimeString("en", { hourCycle: "h23" });
    made.dateTime = came.toISOString();
    made.className = "came";
    made.title = "When the line came; it says no time itself.";
  } else {
    made.textContent = "before";
    made.className = "came";
    made.title = "This line was there when the server was started.";
  }
  return made;
}

// A line is shown as text, whatever is in it.
function markWords(target, text) {
  let start = 0;
  for (const [from, to] of filter.marks(text)) {
    target.append(text.slice(start, from), element("mark", text.slice(from, to)));
    start = to;
  }
  target.append(text.slice(start));
}

function clearLines() {
  arrived = [];
  leftOut = 0;
  $("lines").replaceChildren();
  lastTop = 0;
  $("empty").hidden = false;
}

// MARK: Pause

function pause(by) {
  pausedBy = by;
  showPause();
  schedule();
}

function goOn() {
  pausedBy = null;
  showPause();
  append();
  goToEnd();
}

function showPause() {
  $("pause").setAttribute("aria-pressed", String(pausedBy !== null));
  $("pause").firstElementChild.textContent = pausedBy ? "Go on" : "Pause";
  $("newest").hidden = pausedBy !== "scroll";
  if (stateName === "live") showState("live");
}

// MARK: The filter

let typing = 0;

function applyFilter(wait) {
  clearTimeout(typing);
  typing = setTimeout(() => {
    const text = $("filter").value.trim();
    let read = null;
    try {
      read = new Filter(text);
    } catch (error) {
      if (!(error instanceof FilterError)) throw error;
      return showError(error.message);
    }
    showError("");
    note("");
    filter = read;
    const query = new Map();
    if (text) query.set("filter", text);
    if (shown.size < severities.length) query.set("severities", severities.filter((name) => shown.has(name)).join(","));
    address = query;
    showAddress();
    showSeverities();
    clearLines();
    say("empty", "");
    if (pausedBy) goOn();
    stream.start(query);
  }, wait);
}

function showError(text) {
  $("filter").setAttribute("aria-invalid", String(text !== ""));
  $("filter-error").hidden = text === "";
  say("filter-error", text);
}

// What the filter has looked into. What comes from now on is not counted.
function showPast({ looked, found, sent }) {
  const all = `the last ${counted(looked, "line")}`;
  const isChosen = address.size > 0;
  let text = "";
  if (isChosen && found > sent) text = `${found.toLocaleString("en")} of ${all}, the newest ${sent} of them below; then those that come.`;
  else if (isChosen) text = `${found.toLocaleString("en")} of ${all}, then those that come.`;
  else if (looked > sent) text = `The newest ${sent} lines, then those that come. A filter looks into ${all}.`;
  say("looked", text);
  if (shown.size === 0) say("empty", "All severities are hidden.");
  else if (looked === 0) say("empty", "No line has come yet.");
  else say("empty", `None of ${all} is like that.`);
}

let address = new Map();

// The page's address leads to what is shown.
function showAddress() {
  const query = [...address];
  if (openLine !== null) query.push(["line", openLine]);
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  history.replaceState(null, "", search ? "?" + search : location.pathname);
}

// MARK: Severities

function toggle(name, isOnly) {
  if (isOnly) shown = new Set([name]);
  else if (!shown.delete(name)) shown.add(name);
  applyFilter(0);
}

function showSeverities() {
  for (const item of $("severities").children) {
    item.firstElementChild.setAttribute("aria-pressed", String(shown.has(item.dataset.name)));
  }
  $("all-severities").hidden = shown.size === severities.length;
}

// MARK: The most frequent messages

function showMessages({ messages }) {
  const list = $("messages");
  while (list.childElementCount > messages.length) list.lastElementChild.remove();
  messages.forEach(({ message, count }, index) => {
    // The same buttons, so that who uses the keyboard stays on one.
    const button = list.children[index]?.firstElementChild ?? addMessage();
    if (button.title !== message) {
      button.title = message;
      button.children[1].textContent = message || "(nothing)";
    }
    button.children[0].textContent = count.toLocaleString("en");
  });
}

function addMessage() {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.append(element("span", "", "count"), element("span", "", "shape"));
  button.addEventListener("click", () => {
    $("filter").value = wordsOf(button.title);
    applyFilter(0);
  });
  item.append(button);
  $("messages").append(item);
  return button;
}

// The longest words of a message, as many as a filter may have, in their order.
function wordsOf(message) {
  const words = [...new Set(message.split(/[\s#"\\=,(){}[\]\ufffd]+/u).map((word) => word.replace(/^[-/]+/, "")))];
  const size = (word) => new TextEncoder().encode(word).length;
  const chosen = new Set();
  let bytes = 0;
  for (const word of words.filter((word) => size(word) > 1).sort((a, b) => b.length - a.length)) {
    if (chosen.size === mostWords || bytes + size(word) + 1 > mostBytes) continue;
    chosen.add(word);
    bytes += size(word) + 1;
  }
  return words.filter((word) => chosen.has(word)).join(" ");
}

// MARK: What people do

$("filter").addEventListener("input", () => applyFilter(250));
$("controls").addEventListener("submit", (event) => {
  event.preventDefault();
  applyFilter(0);
});
for (const item of $("severities").children) {
  item.firstElementChild.addEventListener("click", (event) => toggle(item.dataset.name, event.shiftKey));
}
$("all-severities").addEventListener("click", () => {
  shown = new Set(severities);
  applyFilter(0);
});
$("pause").addEventListener("click", () => (pausedBy ? goOn() : pause("button")));
$("retry").addEventListener("click", () => stream.connect());
$("newest").addEventListener("click", () => goOn());
$("lines").addEventListener("scroll", () => {
  const [top, before] = [$("lines").scrollTop, lastTop];
  lastTop = top;
  if (top < before && distanceFromEnd() > 2 && !pausedBy) pause("scroll");
  else if (top > before && distanceFromEnd() < 40 && pausedBy === "scroll") goOn();
});
new ResizeObserver(() => {
  if (!pausedBy) goToEnd();
}).observe($("lines"));
$("lines").addEventListener("click", (event) => {
  const line = lines.get(event.target.closest("li"));
  // Who has just selected text wants that.
  if (line && getSelection().isCollapsed) detail.open(line);
});
$("lines").addEventListener("keydown", (event) => {
  const list = $("lines");
  const current = event.target.closest("#lines > li");
  if (event.key === "Enter") {
    // Or the key would go on to the button that gets the focus.
    event.preventDefault();
    const line = lines.get(current ?? list.lastElementChild);
    if (line) detail.open(line);
  } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    const next = event.key === "ArrowUp" ? current?.previousElementSibling : current?.nextElementSibling;
    const chosen = current ? next : list.lastElementChild;
    if (!chosen) return;
    event.preventDefault();
    // A line that somebody is at stays where it is.
    if (!pausedBy) pause("scroll");
    chosen.focus();
  }
});
addEventListener("online", () => {
  if (stateName === "lost") stream.connect();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("detail").open) return;
  if (event.key === "Escape" && $("filter").value) {
    $("filter").value = "";
    applyFilter(0);
    return;
  }
  if (event.target.matches("input:not([type=checkbox])") || !$("keys").checked) return;
  if (event.key === "/") {
    event.preventDefault();
    $("filter").focus();
    $("filter").select();
  } else if (event.key === "p") {
    $("pause").click();
  } else if (event.key === "g") {
    goOn();
  }
});

// MARK: Keys

// Who speaks to the computer, or types with a cramped hand, may not want single keys.
function showKeys() {
  document.body.classList.toggle("no-keys", !$("keys").checked);
  for (const [id, key] of [["filter", "/"], ["pause", "p"], ["newest", "g"]]) {
    if ($("keys").checked) $(id).setAttribute("aria-keyshortcuts", key);
    else $(id).removeAttribute("aria-keyshortcuts");
  }
}

// A browser may refuse to remember.
function remembered(change) {
  try {
    return change(localStorage);
  } catch {
    return null;
  }
}

$("keys").checked = remembered((all) => all.getItem("single-keys")) !== "off";
$("keys").addEventListener("change", () => {
  remembered((all) => all.setItem("single-keys", $("keys").checked ? "on" : "off"));
  showKeys();
});
showKeys();

const asked = new URLSearchParams(location.search);
$("filter").value = asked.get("filter") ?? "";
const worst = severities.indexOf(asked.get("least"));
shown = new Set(
  severities
    .filter((name) => asked.get("severities")?.split(",").includes(name) ?? true)
    .filter((name) => worst < 0 || severities.indexOf(name) <= worst)
);
applyFilter(0);
if (/^\d+$/.test(asked.get("line") ?? "")) {
  detail.openLink(Number(asked.get("line"))).then((problem) => {
    if (problem) note(problem);
  });
}
