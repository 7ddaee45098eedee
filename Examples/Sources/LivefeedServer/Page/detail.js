"use strict";

// One line in full: its whole text, with the others of its record; the fields of a JSON object; its link.

class Detail {
  #line = null;
  #changed; // told of the number of the line that is shown, or of null

  constructor(changed) {
    this.#changed = changed;
    $("detail-close").addEventListener("click", () => $("detail").close());
    $("detail").addEventListener("close", () => this.#closed());
    // A click beside it.
    $("detail").addEventListener("click", (event) => {
      if (event.target === $("detail")) $("detail").close();
    });
    $("detail-copy").addEventListener("click", () => this.#copy($("detail-text").textContent, $("detail-text")));
    $("detail-copy-link").addEventListener("click", () => this.#copy($("detail-link").href, $("detail-link")));
  }

  // A line that the page has; the server may know more of its record.
  async open(line) {
    this.#show(line.number, [line]);
    const lines = await Detail.#record(line.number).catch(() => null);
    if (lines && this.#line === line.number) this.#show(line.number, lines);
  }

  // A line that a link names. Returns what is in the way, if something is.
  async openLink(number) {
    const lines = await Detail.#record(number).catch(() => null);
    if (!lines) return `The server cannot be asked for line ${number}.`;
    if (lines.length === 0) return `The server no longer has line ${number}: it keeps the newest 5,000 lines since it was started.`;
    this.#show(number, lines);
    return "";
  }

  // The lines of a record; none if the server does not keep it.
  static async #record(number) {
    const answer = await fetch(`/line?number=${number}`, { cache: "no-store" });
    if (answer.status === 404) return [];
    if (!answer.ok) throw new Error(answer.statusText);
    const { lines } = await answer.json();
    return lines.map((each) => ({ ...each.line, number: each.number }));
  }

  #show(number, lines) {
    if (lines.length === 0) return;
    this.#line = number;
    const head = lines[0];
    const isCut = lines.some((line) => line.cut);
    const facts = [
      ["Logged", head.logged ?? "the line does not say"],
      ["Arrived", head.time === null ? "before the server was started" : new Date(head.time).toLocaleString("en", { hourCycle: "h23", dateStyle: "medium", timeStyle: "medium" })],
      ["Severity", head.severity === "unknown" ? "not said" : head.severity],
      ["Number", String(number)],
    ];
    if (lines.length > 1) facts.push(["Lines", `${lines.length}, of one record`]);
    if (isCut) facts.push(["Cut", "what is longer than 4,096 bytes"]);
    $("detail-facts").replaceChildren(...facts.map(([name, text]) => {
      const pair = document.createElement("div");
      pair.append(element("dt", name), element("dd", text));
      return pair;
    }));
    $("detail-text").textContent = lines.map((line) => line.text + (line.cut ? "…" : "")).join("\n");
    this.#showFields(lines.length === 1 ? head.text : "");
    $("detail-said").textContent = "";
    this.#changed(number);
    $("detail-link").href = location.href;
    if (!$("detail").open) $("detail").showModal();
  }

  #showFields(text) {
    let object = null;
    try {
      object = JSON.parse(text);
    } catch {
      // Most lines are none.
    }
    const isObject = object !== null && typeof object === "object" && !Array.isArray(object);
    $("detail-fields").hidden = !isObject;
    $("detail-fields").tBodies[0].replaceChildren(...Object.entries(isObject ? object : {}).map(([name, value]) => {
      const row = document.createElement("tr");
      const head = element("th", name);
      head.scope = "row";
      const isPlain = value === null || typeof value !== "object";
      const shown = typeof value === "string" ? value : JSON.stringify(value, null, isPlain ? 0 : 2);
      row.append(head, element("td", shown));
      return row;
    }));
  }

  #closed() {
    this.#line = null;
    this.#changed(null);
  }

  async #copy(text, shown) {
    try {
      await navigator.clipboard.writeText(text);
      $("detail-said").textContent = "Copied.";
    } catch {
      // Browsers copy only for pages of this machine or over TLS.
      getSelection().selectAllChildren(shown);
      $("detail-said").textContent = "This browser does not let the page copy; what is selected can be copied with its own keys.";
    }
  }
}
