"use strict";
const mostListed = 200;
const mostDrawn = 40;
const narrow = matchMedia("(max-width: 44rem)");
const element = (id) => document.getElementById(id);
const whole = new Intl.NumberFormat("en");
const tenths = new Intl.NumberFormat("en", { maximumFractionDigits: 1, minimumFractionDigits: 1 });

let subscriptions = [];
let selected = null; // a key
let isPaused = false;
let taken = []; // at most two dumps
const rows = new Map(); // of the list, by key

// Reading a dump

const seconds = (time) => (time < 60 ? `${tenths.format(time)}\u00a0s` : time < 3600 ? `${Math.floor(time / 60)}\u00a0min ${Math.floor(time % 60)}\u00a0s` : `${tenths.format(time / 3600)}\u00a0h`);
const longest = (stages, name) => stages.reduce((found, stage) => (stage[name] !== undefined && (!found || stage[name] > found[name]) ? stage : found), null);
const total = (stages, value) => stages.reduce((sum, stage) => sum + value(stage), 0);
const droppedBy = (stage) => Object.values(stage.dropped).reduce((sum, count) => sum + count, 0);

function understand(subscription) {
  const { stages, place } = subscription;
  const lines = new Map(stages.map((stage, line) => [stage.id, line]));
  const shape = stages.map((stage, line) => `${stage.name} ${line - (lines.get(stage.feeds) ?? line)}`).join("\n");
  const inside = longest(stages, "insideFor");
  const oldest = longest(stages, "oldestWaiting");
  const facts = [];
  let level = "";
  if (inside && inside.insideFor >= 0.1) {
    facts.push(`${inside.name} has held thread ${inside.thread} for ${seconds(inside.insideFor)}`);
    level = inside.insideFor >= 1 ? "stuck" : "slow";
  }
  if (oldest && (oldest.oldestWaiting >= 0.1 || level)) {
    facts.push(`${whole.format(oldest.waiting)} wait in ${oldest.name}, the oldest for ${seconds(oldest.oldestWaiting)}`);
    if (!level) level = oldest.oldestWaiting >= 1 ? "stuck" : "slow";
  }
  const dropped = total(stages, droppedBy);
  if (dropped > 0) facts.push(`${whole.format(dropped)} dropped`);
  facts.push(`${tenths.format(stages[0].rate)}/s, ${seconds(subscription.age)} old`);
  const kind = `${place}\n${shape}`;
  // One that is stuck is not counted with the others that are equal to it.
  return Object.assign(subscription, { kind, level, facts, key: level && subscription.count === 1 ? `${kind}\0${stages[0].id}` : kind });
}

const title = (subscription) => (subscription.place === "(shared)" ? `${subscription.stages[0].name} #${-subscription.stages[0].id}` : subscription.place);

// The list

function make(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

function makeRow(key) {
  const row = make("li");
  const button = row.appendChild(make("button"));
  button.type = "button";
  button.append(make("span", "", "badge"), make("span", "", "place"), make("span", "", "facts"));
  button.addEventListener("click", () => select(key));
  return row;
}

function showList() {
  const list = element("list");
  let focused = document.activeElement;
  const listed = subscriptions.slice(0, mostListed);
  const keys = new Set(listed.map((each) => each.key));
  for (const [key, row] of rows) {
    if (keys.has(key)) continue;
    if (row.contains(focused)) focused = list;
    row.remove();
    rows.delete(key);
  }
  listed.forEach((subscription, index) => {
    const { key, level } = subscription;
    if (!rows.has(key)) rows.set(key, makeRow(key));
    const row = rows.get(key);
    if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
    row.dataset.level = level;
    const [badge, place, facts] = row.firstChild.children;
    setText(badge, level);
    setText(place, `${subscription.count > 1 ? `${whole.format(subscription.count)} × ` : ""}${title(subscription)}`);
    setText(facts, subscription.facts.join("; "));
    row.firstChild.ariaPressed = String(key === selected);
  });
  // A row that is moved or goes loses the focus.
  if (focused === list && document.activeElement !== list) focused = rows.get(selected)?.firstChild ?? list;
  if (focused !== document.activeElement && list.contains(focused)) focused.focus();
  const stuck = total(subscriptions.filter((each) => each.level === "stuck"), (each) => each.count);
  const all = total(subscriptions, (each) => each.count);
  document.title = stuck > 0 ? `(${stuck}) Streams` : "Streams";
  setText(element("summary"), stuck > 0 ? `${whole.format(stuck)} stuck` : "None is stuck");
  element("summary").dataset.level = stuck > 0 ? "stuck" : "";
  const left = subscriptions.length - listed.length;
  setText(element("list-title"), `${whole.format(all)} ${all === 1 ? "subscription" : "subscriptions"}`);
  setText(element("more"), left > 0 ? `${whole.format(left)} more kinds are not listed.` : "");
}

function select(key) {
  selected = key;
  show();
  // Only the frame scrolls, and not the page.
  const boxes = [...document.querySelectorAll("#graph .selected")].map((box) => box.getBoundingClientRect());
  const frame = element("frame");
  const seen = frame.getBoundingClientRect();
  if (!boxes.length || boxes.some((box) => box.top >= seen.top && box.bottom <= seen.bottom && box.left >= seen.left && box.right <= seen.right)) return;
  frame.scrollBy(boxes[0].left - seen.left - 20, boxes[0].top - seen.top - 20);
}

// The stages of one subscription

function fill(table, lines) {
  const names = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
  const body = make("tbody");
  for (const { cells, level } of lines) {
    const row = body.insertRow();
    row.dataset.level = level;
    cells.forEach((text, column) => {
      const cell = row.appendChild(make(column === 0 ? "th" : "td", text));
      if (column === 0) cell.scope = "row";
      cell.dataset.name = names[column];
    });
  }
  table.tBodies[0].replaceWith(body);
}

function showStages() {
  const subscription = subscriptions.find((each) => each.key === selected);
  element("stages").hidden = !subscription;
  if (!subscription) {
    setText(element("detail-about"), subscriptions.length ? "It is gone." : "There is none.");
    return;
  }
  const { count, place, age } = subscription;
  setText(element("detail-about"), count > 1 ? `${whole.format(count)} equal ones at ${place}, up to ${seconds(age)} old: sums, and the longest times` : `${place}, ${seconds(age)} old`);
  const depths = new Map();
  fill(element("stages"), subscription.stages.map((stage) => {
    const isOneOfSeveral = subscription.stages.filter((each) => each.feeds === stage.feeds).length > 1;
    depths.set(stage.id, stage.feeds === undefined ? 0 : depths.get(stage.feeds) + (isOneOfSeveral ? 1 : 0));
    const name = "\u2003".repeat(depths.get(stage.id)) + (stage.feeds === undefined ? "" : "←\u00a0") + stage.name + (stage.fedBy === undefined ? "" : ` fed by #${-stage.fedBy}`);
    const inside = stage.thread === undefined ? "" : `${stage.thread}${stage.insideFor === undefined ? "" : `, for ${seconds(stage.insideFor)}`}`;
    const dropped = Object.entries(stage.dropped).map(([reason, number]) => `${whole.format(number)} by .${reason}`).join(", ");
    return {
      level: stage.insideFor >= 1 || stage.oldestWaiting >= 1 ? "stuck" : "",
      cells: [name, whole.format(stage.elements), tenths.format(stage.rate), stage.waiting === undefined ? "" : whole.format(stage.waiting), stage.oldestWaiting === undefined ? "" : seconds(stage.oldestWaiting), dropped, inside],
    };
  }));
}

// The graph: a box for each stage. Ranks go with the elements, from the sources on; lanes go across.

function placeBoxes() {
  const ends = new Map(subscriptions.map((each) => [each.stages[0].id, each]));
  const boxes = new Map();
  const order = [];
  const continued = new Set();
  // A shared source is drawn before those that it feeds.
  const add = (subscription) => {
    if (order.includes(subscription)) return;
    order.push(subscription);
    for (const stage of subscription.stages) {
      const shared = ends.get(stage.fedBy);
      if (!shared || order.includes(shared)) continue;
      order.splice(order.indexOf(subscription), 1);
      add(shared);
      order.push(subscription);
    }
  };
  const chosen = subscriptions.find((each) => each.key === selected);
  const drawn = subscriptions.slice(0, mostDrawn);
  for (const subscription of chosen && !drawn.includes(chosen) ? [chosen, ...drawn] : drawn) add(subscription);
  let lane = 0;
  for (const subscription of order) {
    // Behind what it feeds; so from the last one on, all that feeds a stage has its place already.
    for (const stage of [...subscription.stages].reverse()) {
      const sources = subscription.stages.filter((each) => each.feeds === stage.id).map((each) => boxes.get(each.id));
      const shared = boxes.get(stage.fedBy);
      const rank = Math.max(-1, shared ? shared.rank : -1, ...sources.map((box) => box.rank)) + 1;
      let place = null;
      if (sources.length) place = total(sources, (box) => box.lane) / sources.length;
      // The first that a shared source feeds goes on in its lane.
      else if (shared && !continued.has(shared)) place = continued.add(shared) && shared.lane;
      else place = lane++;
      boxes.set(stage.id, { stage, subscription, sources, shared, rank, lane: place });
    }
  }
  return { boxes: [...boxes.values()], lanes: lane, drawn: order.length };
}

function draw(parent, name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return parent.appendChild(made);
}

const shortened = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function showGraph() {
  const { boxes, lanes, drawn } = placeBoxes();
  const upright = narrow.matches;
  const [width, height] = [196, 58];
  const [rankStep, laneStep] = upright ? [height + 34, width + 16] : [width + 34, height + 28];
  const at = ({ rank, lane }) => (upright ? [8 + lane * laneStep, 8 + rank * rankStep] : [8 + rank * rankStep, 8 + lane * laneStep]);
  const ranks = boxes.reduce((most, box) => Math.max(most, box.rank + 1), 0);
  const [sizeX, sizeY] = upright ? [lanes * laneStep + 8, ranks * rankStep + 16] : [ranks * rankStep + 8, lanes * laneStep + 16];
  const graph = element("graph");
  graph.replaceChildren();
  graph.setAttribute("width", sizeX);
  graph.setAttribute("height", sizeY);
  graph.setAttribute("aria-label", `${drawn} of ${subscriptions.length} kinds of subscriptions with their stages; the list and the table say the same in words`);
  const lead = (from, to, isShared) => {
    const [[x1, y1], [x2, y2]] = [at(from), at(to)];
    const [a, b, c, d] = upright ? [x1 + width / 2, y1 + height, x2 + width / 2, y2] : [x1 + width, y1 + height / 2, x2, y2 + height / 2];
    const middle = upright ? (b + d) / 2 : (a + c) / 2;
    const curve = upright ? `M${a} ${b}C${a} ${middle} ${c} ${middle} ${c} ${d - 5}` : `M${a} ${b}C${middle} ${b} ${middle} ${d} ${c - 5} ${d}`;
    const rate = Math.max(0, from.stage.rate);
    draw(graph, "path", { d: curve, class: isShared ? "edge shared" : "edge", "stroke-width": Math.min(6, 1.2 + Math.log10(1 + rate)) });
    draw(graph, "path", { d: upright ? `M${c - 4} ${d - 7}L${c} ${d}L${c + 4} ${d - 7}z` : `M${c - 7} ${d - 4}L${c} ${d}L${c - 7} ${d + 4}z`, class: "head" });
  };
  for (const box of boxes) {
    for (const source of box.sources) lead(source, box, false);
    if (box.shared) lead(box.shared, box, true);
  }
  for (const box of boxes) {
    const { stage, subscription } = box;
    const [x, y] = at(box);
    const isStuck = stage.insideFor >= 1 || stage.oldestWaiting >= 1;
    const group = draw(graph, "g", { class: `box${isStuck ? " stuck" : ""}${subscription.key === selected ? " selected" : ""}`, transform: `translate(${x} ${y})` });
    group.addEventListener("click", () => select(subscription.key));
    draw(group, "title", {}, `${stage.name}\n${title(subscription)}`);
    draw(group, "rect", { width, height, rx: 8 });
    draw(group, "text", { x: 10, y: 19, class: "name" }, shortened(stage.name, 25));
    draw(group, "text", { x: 10, y: 35 }, `${whole.format(stage.elements)}, ${tenths.format(stage.rate)}/s`);
    const facts = [];
    if (stage.insideFor >= 0.1) facts.push(`inside for ${seconds(stage.insideFor)}`);
    if (stage.waiting > 0) facts.push(`${whole.format(stage.waiting)} wait`);
    const dropped = droppedBy(stage);
    if (dropped > 0) facts.push(`${whole.format(dropped)} dropped`);
    if (stage.feeds === undefined && !facts.length) facts.push(`${subscription.count > 1 ? `${whole.format(subscription.count)} × ` : ""}${title(subscription).split(/[/ ]/).pop()}`);
    draw(group, "text", { x: 10, y: 50, class: "fact" }, shortened(facts.join(", "), 29));
  }
}

// Two dumps

/** The subscriptions of a dump by their kind, with those that are stuck among the others. */
function sums(dump) {
  const all = new Map();
  for (const subscription of dump.subscriptions) {
    const { kind, stages, count } = subscription;
    const sum = all.get(kind) ?? { subscription, count: 0, elements: 0, waiting: 0, dropped: 0 };
    sum.count += count;
    sum.elements += stages[0].elements;
    sum.waiting += total(stages, (stage) => stage.waiting ?? 0);
    sum.dropped += total(stages, droppedBy);
    all.set(kind, sum);
  }
  return all;
}

function takeDump() {
  taken = [...taken.slice(-1), { time: new Date(), subscriptions }];
  showChanges();
}

function showChanges() {
  const times = taken.map((dump) => dump.time.toLocaleTimeString());
  element("changes").hidden = taken.length < 2;
  if (taken.length < 2) return setText(element("compare-about"), `The dump of ${times[0]} is taken. Take another one to compare.`);
  const [before, after] = taken.map(sums);
  const none = { count: 0, elements: 0, waiting: 0, dropped: 0 };
  const changes = [...new Set([...after.keys(), ...before.keys()])].map((kind) => {
    const [old, now] = [before.get(kind) ?? none, after.get(kind) ?? none];
    const passed = now.elements - old.elements;
    let [change, order] = ["goes on", 5];
    if (now === none) [change, order] = ["gone", 2];
    else if (now.waiting > old.waiting && passed <= 0) [change, order] = ["stands still, more wait", 0];
    else if (now.waiting > old.waiting) [change, order] = ["more wait", 1];
    else if (old === none) [change, order] = ["new", 3];
    else if (passed === 0) [change, order] = ["stands still", 4];
    const { subscription } = now === none ? old : now;
    const step = (name) => (old[name] === now[name] ? whole.format(now[name]) : `${whole.format(old[name])} → ${whole.format(now[name])}`);
    const cells = [`${title(subscription)}: ${subscription.stages[0].name}`, change, step("count"), step("elements"), step("waiting"), step("dropped")];
    return { order, grown: now.waiting - old.waiting, level: order < 2 ? "stuck" : "", cells };
  });
  changes.sort((a, b) => a.order - b.order || b.grown - a.grown);
  setText(element("compare-about"), `From ${times[0]} to ${times[1]}. The next dump is compared with that of ${times[1]}.`);
  fill(element("changes"), changes.slice(0, mostListed));
}

// The connection

function setState(state, text) {
  element("state").dataset.state = state;
  setText(element("state-text"), text);
}

function show() {
  showList();
  showStages();
  showGraph();
}

function receive(dump) {
  subscriptions = dump.subscriptions.map(understand);
  // The choice stays with a subscription that gets stuck, or is no longer.
  const kind = selected?.split("\0")[0];
  const chosen = subscriptions.find((each) => each.key === selected) ?? subscriptions.find((each) => each.kind === kind) ?? subscriptions[0];
  selected = chosen?.key ?? null;
  element("off").hidden = dump.isRecording;
  element("take").disabled = false;
  show();
}

async function poll() {
  let wait = 1_000;
  if (!isPaused && !document.hidden) {
    const start = performance.now();
    try {
      const answer = await fetch("dump.json", { cache: "no-store", signal: AbortSignal.timeout(30_000) });
      if (!answer.ok) throw new Error(answer.statusText);
      const dump = await answer.json();
      if (!isPaused) {
        receive(dump);
        setState("live", "Live");
      }
      // A program that is slow to answer is not asked all the time.
      wait = Math.max(wait, 10 * (performance.now() - start));
    } catch (error) {
      if (!isPaused) setState("lost", "No connection");
      if (!(error instanceof TypeError || error instanceof DOMException)) console.error(error);
    }
  }
  setTimeout(poll, wait);
}

element("pause").addEventListener("click", () => {
  isPaused = !isPaused;
  element("pause").ariaPressed = String(isPaused);
  if (isPaused) setState("paused", "Paused");
  else setState("connecting", "Connecting");
});
element("take").addEventListener("click", takeDump);
narrow.addEventListener("change", showGraph);
poll();
