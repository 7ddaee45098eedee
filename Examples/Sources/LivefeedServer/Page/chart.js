"use strict";

// What the totals of each second say: rates, their chart, and the bars of the severities.

const severities = ["error", "warning", "info", "debug", "unknown"];
const shownSeconds = 120;
const $ = (id) => document.getElementById(id);

let samples = []; // {time, counts, run}: lines since the server was started
let run = 0; // which server

const sum = (counts) => severities.reduce((all, name) => all + (counts[name] || 0), 0);
const readable = (value) => value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 });

// What comes from now on is of that server.
function beginSamples(server) {
  run = server;
}

function addSample(sample) {
  const last = samples.at(-1);
  // A server that was connected to again sends what it has sent before.
  if (last && sample.time <= last.time) return;
  samples.push({ ...sample, run });
  while (samples[0].time < sample.time - (shownSeconds + 5) * 1000) samples.shift();
  showRates();
}

// The lines of each second by severity. Of two servers, one says nothing of what the other has counted.
function rates() {
  const found = [];
  for (let index = 1; index < samples.length; index += 1) {
    const before = samples[index - 1];
    const after = samples[index];
    if (after.run !== before.run) continue;
    const seconds = (after.time - before.time) / 1000;
    const counts = severities.map((name) => {
      return Math.max(0, (after.counts[name] || 0) - (before.counts[name] || 0)) / Math.max(0.5, seconds);
    });
    // While there was no connection, the rate is known on average only.
    found.push({ time: after.time, seconds, counts, sum: counts.reduce((a, b) => a + b, 0) });
  }
  return found;
}

function showRates() {
  const found = rates();
  const now = found.at(-1)?.sum ?? 0;
  const peak = Math.max(0, ...found.map((rate) => rate.sum));
  $("rate").textContent = readable(now);
  $("peak").textContent = readable(peak);
  const counts = samples.at(-1)?.counts ?? {};
  const most = Math.max(1, ...severities.map((name) => counts[name] || 0));
  for (const item of $("severities").children) {
    const count = counts[item.dataset.name] || 0;
    item.querySelector(".bar span").style.transform = `scaleX(${count / most})`;
    item.querySelector(".count").textContent = count.toLocaleString("en");
  }
  draw(found, peak);
  $("chart").setAttribute(
    "aria-label",
    `Lines per second in the last two minutes: ${readable(now)} now, ${readable(peak)} at most`
  );
}

function draw(found, peak) {
  const canvas = $("chart");
  const scale = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue("--" + name).trim();
  const [ceiling, bottom] = [14, height - 20];
  const step = niceStep(peak);
  const top = Math.max(step, Math.ceil(peak / step) * step);
  const y = (value) => bottom - (value / top) * (bottom - ceiling);
  // Grid
  context.font = "11px system-ui, sans-serif";
  context.lineWidth = 1;
  for (let value = 0; value <= top + step / 2; value += step) {
    const at = Math.round(y(value)) + 0.5;
    context.strokeStyle = color(value === 0 ? "strong-edge" : "edge");
    context.beginPath();
    context.moveTo(0, at);
    context.lineTo(width, at);
    context.stroke();
  }
  // Bars, the worst on top
  const end = found.at(-1)?.time ?? 0;
  const wide = width / shownSeconds;
  for (const rate of found) {
    const right = width - ((end - rate.time) / 1000) * wide;
    const left = Math.max(0, right - Math.max(1, rate.seconds) * wide);
    if (right <= 0) continue;
    let below = 0;
    for (let index = severities.length - 1; index >= 0; index -= 1) {
      if (rate.counts[index] === 0) continue;
      const from = y(below);
      below += rate.counts[index];
      context.fillStyle = color(severities[index]);
      context.fillRect(left, y(below), Math.max(1, right - left - 0.75), from - y(below));
    }
  }
  // Labels, over the bars
  context.fillStyle = color("soft");
  for (let value = step; value <= top + step / 2; value += step) label(context, readable(value), 0, y(value) - 4, color);
  context.fillText("2 minutes ago", 0, height - 5);
  context.textAlign = "right";
  context.fillText("now", width, height - 5);
}

function label(context, text, x, y, color) {
  context.strokeStyle = color("panel");
  context.lineWidth = 3;
  context.strokeText(text, x, y);
  context.lineWidth = 1;
  context.fillText(text, x, y);
}

// At most three or four lines, at round numbers.
function niceStep(peak) {
  const rough = Math.max(1, peak) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough));
}

for (const name of severities) {
  const item = document.createElement("li");
  item.className = name;
  item.dataset.name = name;
  const button = document.createElement("button");
  button.type = "button";
  button.title = "Hides or shows these lines; with Shift, shows only these";
  for (const [kind, text] of [["name", name === "unknown" ? "not said" : name], ["bar", ""], ["count", "0"]]) {
    const part = document.createElement("span");
    part.className = kind;
    part.textContent = text;
    if (kind === "bar") part.append(document.createElement("span"));
    button.append(part);
  }
  item.append(button);
  $("severities").append(item);
}

new ResizeObserver(() => showRates()).observe($("chart"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => showRates());
