"use strict";

// The lines, and what people do.

const keptLines = 500;
const mostWords = 8;
const mostBytes = 200;

let isPaused = false;
let arrived = []; // lines that are not shown yet; while paused, the newest of those that came
let isScheduled = false;
let wanted = []; // the filter's words, to be marked
let stateName = "connecting";

const stream = new Stream({
  line: receive,
  totals: addSample,
  state: showState,
  restarted: clearLines,
  hello: ({ log, run }) => {
    beginSamples(run);
    $("log").textContent = log;
    document.title = `${log.split("/").at(-1)} · livefeed`;
  },
  dropped: (count) => note(`This browser was too slow for ${count.toLocaleString("en")} ${count === 1 ? "event" : "events"}.`),
  overflow: () => note("This browser was too slow, and has connected again."),
});

// MARK: The connection's state

function showState(name, seconds) {
  stateName = name;
  const texts = {
    connecting: "Connecting",
    live: isPaused ? "Paused" : "Live",
    lost: `No connection, next try in ${seconds} s`,
  };
  $("state").dataset.state = name === "live" && isPaused ? "paused" : name;
  $("state-text").textContent = texts[name];
  $("retry").hidden = name !== "lost";
}

function note(text) {
  $("note").hidden = !text;
  $("note").textContent = text;
}

// MARK: Lines

function receive(line) {
  arrived.push(line);
  if (arrived.length > keptLines) arrived.shift();
  if (isPaused) {
    $("pause").firstElementChild.textContent = `Go on, ${arrived.length.toLocaleString("en")} new`;
  } else {
    schedule();
  }
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
  const list = $("lines");
  const follows = isAtEnd();
  const fragment = document.createDocumentFragment();
  for (const line of arrived) fragment.append(row(line));
  arrived = [];
  list.append(fragment);
  while (list.childElementCount > keptLines) list.firstElementChild.remove();
  $("empty").hidden = list.childElementCount > 0;
  if (follows) list.scrollTop = list.scrollHeight;
  $("newest").hidden = isAtEnd();
}

function isAtEnd() {
  const list = $("lines");
  return list.scrollHeight - list.scrollTop - list.clientHeight < 40;
}

function row(line) {
  const item = document.createElement("li");
  item.className = severities.includes(line.severity) ? line.severity : "unknown";
  const time = document.createElement("time");
  if (line.time === null) {
    time.textContent = "before";
    time.title = "This line was there when the server was started.";
  } else {
    const date = new Date(line.time);
    time.dateTime = date.toISOString();
    time.textContent = date.toLocaleTimeString("en", { hourCycle: "h23" });
  }
  const severity = document.createElement("span");
  severity.className = "severity";
  severity.textContent = line.severity === "unknown" ? "" : line.severity;
  const text = document.createElement("span");
  text.className = "text";
  markWords(text, line.text + (line.cut ? "…" : ""));
  item.append(time, severity, text);
  return item;
}

// A line is shown as text, whatever is in it.
function markWords(element, text) {
  const lower = text.toLowerCase();
  let start = 0;
  // The lengths differ where a capital letter has no small one of the same length.
  while (lower.length === text.length) {
    const next = wanted
      .map((word) => ({ at: lower.indexOf(word, start), length: word.length }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.length - a.length)[0];
    if (!next) break;
    element.append(text.slice(start, next.at));
    const mark = document.createElement("mark");
    mark.textContent = text.slice(next.at, next.at + next.length);
    element.append(mark);
    start = next.at + next.length;
  }
  element.append(text.slice(start));
}

function clearLines() {
  arrived = [];
  $("lines").replaceChildren();
  $("empty").hidden = false;
  $("newest").hidden = true;
}

function goToNewest() {
  $("lines").scrollTop = $("lines").scrollHeight;
  $("newest").hidden = true;
}

function setPaused(value) {
  isPaused = value;
  $("pause").setAttribute("aria-pressed", String(isPaused));
  $("pause").firstElementChild.textContent = isPaused ? "Go on" : "Pause";
  if (!isPaused) schedule();
  if (stateName === "live") showState("live");
}

// MARK: The filter

let typing = 0;

function applyFilter(wait) {
  clearTimeout(typing);
  typing = setTimeout(() => {
    const text = $("filter").value.trim();
    const words = text.toLowerCase().split(/\s+/).filter((word) => word);
    const isTooLong = words.length > mostWords || new TextEncoder().encode(text).length > mostBytes;
    $("filter").setAttribute("aria-invalid", String(isTooLong));
    if (isTooLong) return note(`A filter has at most ${mostWords} words and ${mostBytes} bytes.`);
    note("");
    wanted = words.filter((word) => !word.startsWith("-"));
    const query = new Map();
    if (text) query.set("filter", text);
    if ($("least").value) query.set("least", $("least").value);
    const search = [...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
    history.replaceState(null, "", search ? "?" + search : location.pathname);
    $("empty").textContent = query.size > 0 ? "No line like that has come yet." : "No line has come yet.";
    clearLines();
    stream.start(query);
  }, wait);
}

// MARK: What people do

$("filter").addEventListener("input", () => applyFilter(250));
$("least").addEventListener("change", () => applyFilter(0));
$("controls").addEventListener("submit", (event) => {
  event.preventDefault();
  applyFilter(0);
});
$("pause").addEventListener("click", () => setPaused(!isPaused));
$("retry").addEventListener("click", () => stream.connect());
$("newest").addEventListener("click", goToNewest);
$("lines").addEventListener("scroll", () => {
  if (isAtEnd()) $("newest").hidden = true;
});
addEventListener("online", () => {
  if (stateName === "lost") stream.connect();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && $("filter").value) {
    $("filter").value = "";
    applyFilter(0);
    return;
  }
  if (event.target.matches("input, select")) return;
  if (event.key === "/") {
    event.preventDefault();
    $("filter").focus();
    $("filter").select();
  } else if (event.key === "p") {
    setPaused(!isPaused);
  } else if (event.key === "g") {
    goToNewest();
  }
});

const asked = new URLSearchParams(location.search);
$("filter").value = (asked.get("filter") ?? "").slice(0, mostBytes);
if ([...$("least").options].some((option) => option.value === asked.get("least"))) $("least").value = asked.get("least");
applyFilter(0);
