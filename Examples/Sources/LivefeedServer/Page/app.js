"use strict";

const severities = ["error", "warning", "info", "debug", "unknown"];
const kept = 500; // lines
const shown = 120; // seconds
const $ = (id) => document.getElementById(id);

let source = null;
let retry = 0;
let samples = []; // {time, counts}: totals since the program was started
let paused = false;
let waiting = []; // lines that came while paused, at most `kept`
let filterText = "";

// MARK: The stream

function address() {
  const query = new URLSearchParams();
  if ($("filter").value) query.set("filter", $("filter").value);
  if ($("least").value) query.set("least", $("least").value);
  return query.toString();
}

function connect() {
  clearTimeout(retry);
  if (source) source.close();
  say("connecting", "Connecting…");
  const query = address();
  history.replaceState(null, "", query ? "?" + query : location.pathname);
  filterText = $("filter").value.toLowerCase();
  source = new EventSource("/events" + (query ? "?" + query : ""));
  source.onopen = () => sayLive();
  source.onerror = () => {
    say("lost", "No connection, trying again…");
    // The browser tries again by itself, unless the server has refused.
    if (source.readyState === EventSource.CLOSED) retry = setTimeout(connect, 2000);
  };
  source.addEventListener("line", (event) => receive(JSON.parse(event.data)));
  source.addEventListener("totals", (event) => addSample(JSON.parse(event.data)));
  source.addEventListener("dropped", (event) => {
    const count = JSON.parse(event.data).count;
    $("note").hidden = false;
    $("note").textContent = `This browser was too slow for ${count.toLocaleString()} ${count === 1 ? "event" : "events"}, which it did not get.`;
  });
}

function say(state, text) {
  $("state").dataset.state = state;
  if ($("state-text").textContent !== text) $("state-text").textContent = text;
}

function sayLive() {
  if (paused) say("paused", "Paused");
  else say("live", "Live");
}

// MARK: Lines

let arrived = [];
let scheduled = false;

function receive(line) {
  if (paused) {
    waiting.push(line);
    if (waiting.length > kept) waiting.shift();
    return;
  }
  arrived.push(line);
  if (arrived.length > kept) arrived.shift();
  if (!scheduled) {
    scheduled = true;
    // A hidden page draws no frames.
    if (document.hidden) setTimeout(show, 250);
    else requestAnimationFrame(show);
  }
}

function show() {
  scheduled = false;
  const list = $("lines");
  const follows = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  const fragment = document.createDocumentFragment();
  for (const line of arrived) fragment.append(row(line));
  arrived = [];
  list.append(fragment);
  while (list.childElementCount > kept) list.firstElementChild.remove();
  $("empty").hidden = list.childElementCount > 0;
  if (follows) list.scrollTop = list.scrollHeight;
  $("newest").hidden = follows;
}

function row(line) {
  const item = document.createElement("li");
  item.className = severities.includes(line.severity) ? line.severity : "unknown";
  const time = document.createElement("time");
  const date = new Date(line.time);
  time.dateTime = date.toISOString();
  time.textContent = date.toLocaleTimeString([], { hour12: false });
  const severity = document.createElement("span");
  severity.className = "severity";
  severity.textContent = line.severity === "unknown" ? "" : line.severity;
  const text = document.createElement("span");
  text.className = "text";
  mark(text, line.text + (line.cut ? "…" : ""));
  item.append(time, severity, text);
  return item;
}

// Lines are shown as text, whatever is in them.
function mark(element, text) {
  const lower = text.toLowerCase();
  let start = 0;
  // The lengths differ where a capital letter has no small one of the same length.
  if (filterText && lower.length === text.length) {
    for (let found = lower.indexOf(filterText); found >= 0; found = lower.indexOf(filterText, start)) {
      element.append(text.slice(start, found));
      const marked = document.createElement("mark");
      marked.textContent = text.slice(found, found + filterText.length);
      element.append(marked);
      start = found + filterText.length;
    }
  }
  element.append(text.slice(start));
}

function clearLines() {
  arrived = [];
  waiting = [];
  $("lines").replaceChildren();
  $("empty").hidden = false;
  $("note").hidden = true;
  $("newest").hidden = true;
}

function setPaused(value) {
  paused = value;
  $("pause").setAttribute("aria-pressed", String(paused));
  $("pause").firstChild.textContent = paused ? "Go on " : "Pause ";
  if (!paused) {
    const late = waiting;
    waiting = [];
    late.forEach(receive);
  }
  if (source && source.readyState === EventSource.OPEN) sayLive();
}

// MARK: Rates

function addSample(sample) {
  const last = samples.at(-1);
  if (last && sample.time <= last.time) return;
  samples.push(sample);
  while (samples.length > 1 && samples[0].time < sample.time - (shown + 5) * 1000) samples.shift();
  showRates();
}

const total = (counts) => severities.reduce((sum, name) => sum + (counts[name] || 0), 0);

// The lines in each second by severity; a server that was restarted counts from 0 again.
function rates() {
  const found = [];
  for (let index = 1; index < samples.length; index += 1) {
    const before = samples[index - 1];
    const after = samples[index];
    const seconds = Math.max(0.5, (after.time - before.time) / 1000);
    const restarted = total(after.counts) < total(before.counts);
    const counts = severities.map((name) => {
      const from = restarted ? 0 : before.counts[name] || 0;
      return Math.max(0, (after.counts[name] || 0) - from) / seconds;
    });
    found.push({ time: after.time, counts, sum: counts.reduce((a, b) => a + b, 0) });
  }
  return found;
}

const number = (value) => value.toLocaleString(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 });

function showRates() {
  const found = rates();
  const now = found.at(-1);
  const peak = Math.max(0, ...found.map((rate) => rate.sum));
  $("rate").textContent = number(now ? now.sum : 0);
  $("peak").textContent = number(peak);
  const latest = samples.at(-1);
  const most = Math.max(1, ...severities.map((name) => latest?.counts[name] || 0));
  for (const item of $("severities").children) {
    const count = latest?.counts[item.dataset.name] || 0;
    item.querySelector(".bar span").style.transform = `scaleX(${count / most})`;
    item.querySelector(".count").textContent = count.toLocaleString();
  }
  draw(found, peak);
}

function draw(found, peak) {
  const canvas = $("chart");
  const scale = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue("--" + name).trim();
  const bottom = height - 18;
  const step = niceStep(peak);
  const top = Math.max(step, Math.ceil(peak / step) * step);
  const y = (value) => bottom - (value / top) * (bottom - 8);
  context.font = "11px system-ui, sans-serif";
  context.strokeStyle = color("edge");
  context.fillStyle = color("soft");
  context.lineWidth = 1;
  for (let value = 0; value <= top + step / 2; value += step) {
    const at = Math.round(y(value)) + 0.5;
    context.beginPath();
    context.moveTo(0, at);
    context.lineTo(width, at);
    context.stroke();
    if (value > 0) context.fillText(number(value), 2, at - 3);
  }
  context.fillText("2 min ago", 2, height - 4);
  context.textAlign = "right";
  context.fillText("now", width - 2, height - 4);
  context.textAlign = "left";
  const end = found.at(-1)?.time ?? 0;
  const wide = width / shown;
  for (const rate of found) {
    const left = width - ((end - rate.time) / 1000 + 1) * wide;
    if (left < -wide) continue;
    let sum = 0;
    for (let index = severities.length - 1; index >= 0; index -= 1) {
      if (rate.counts[index] === 0) continue;
      const from = y(sum);
      sum += rate.counts[index];
      context.fillStyle = color(severities[index]);
      context.fillRect(left, y(sum), Math.max(1, wide - 0.6), from - y(sum));
    }
  }
  canvas.setAttribute("aria-label", `Lines per second in the last two minutes: now ${number(found.at(-1)?.sum ?? 0)}, at most ${number(peak)}`);
}

function niceStep(peak) {
  const rough = Math.max(1, peak) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough));
}

// MARK: What people do

for (const name of severities) {
  const item = document.createElement("li");
  item.className = name;
  item.dataset.name = name;
  for (const [kind, text] of [["name", name], ["bar", ""], ["count", "0"]]) {
    const part = document.createElement("span");
    part.className = kind;
    part.textContent = text;
    if (kind === "bar") part.append(document.createElement("span"));
    item.append(part);
  }
  $("severities").append(item);
}

let typing = 0;
function changeFilter(wait) {
  clearTimeout(typing);
  typing = setTimeout(() => {
    clearLines();
    connect();
  }, wait);
}

$("filter").addEventListener("input", () => changeFilter(250));
$("least").addEventListener("change", () => changeFilter(0));
$("controls").addEventListener("submit", (event) => {
  event.preventDefault();
  changeFilter(0);
});
$("pause").addEventListener("click", () => setPaused(!paused));
$("newest").addEventListener("click", () => {
  $("lines").scrollTop = $("lines").scrollHeight;
  $("newest").hidden = true;
});
$("lines").addEventListener("scroll", () => {
  const list = $("lines");
  if (list.scrollHeight - list.scrollTop - list.clientHeight < 40) $("newest").hidden = true;
});
document.addEventListener("keydown", (event) => {
  const writes = event.target.matches("input, select");
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/" && !writes) {
    event.preventDefault();
    $("filter").focus();
    $("filter").select();
  } else if (event.key === "Escape" && event.target === $("filter")) {
    $("filter").value = "";
    $("filter").blur();
    changeFilter(0);
  } else if (event.key === "p" && !writes) {
    setPaused(!paused);
  }
});
window.addEventListener("resize", () => draw(rates(), Math.max(0, ...rates().map((rate) => rate.sum))));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => showRates());

const start = new URLSearchParams(location.search);
$("filter").value = (start.get("filter") || "").slice(0, 200);
if ([...$("least").options].some((option) => option.value === start.get("least"))) $("least").value = start.get("least");
showRates();
connect();
