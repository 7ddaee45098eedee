"use strict";

// The connection: one EventSource at a time. If it is lost, tries again after 1, 2, 4 … 30 seconds, and says so.

class Stream {
  #source = null;
  #query = new Map();
  #after = 0;
  #numbering = null;
  #failures = 0;
  #timer = 0;
  #handlers;

  // handlers: line(line), totals(sample), messages(messages), past(past), dropped(count), overflow(), restarted(),
  // hello(hello), state(name, seconds)
  constructor(handlers) {
    this.#handlers = handlers;
  }

  // Begins anew, with other lines.
  start(query) {
    this.#query = query;
    this.#after = 0;
    this.connect();
  }

  connect() {
    clearInterval(this.#timer);
    this.#source?.close();
    this.#handlers.state("connecting");
    const query = [...this.#query, ["after", this.#after]]
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const source = new EventSource("/events?" + query.join("&"));
    this.#source = source;
    source.onopen = () => this.#handlers.state("live");
    source.onerror = () => this.#lost();
    const on = (name, handle) => source.addEventListener(name, (event) => handle(JSON.parse(event.data), event));
    on("hello", (hello) => {
      this.#failures = 0;
      const isOther = this.#numbering !== null && hello.numbering !== this.#numbering;
      this.#numbering = hello.numbering;
      // A server with numbers of its own sends the newest lines once more.
      if (isOther) {
        this.#after = 0;
        this.#handlers.restarted();
      }
      this.#handlers.hello(hello);
    });
    on("line", (line, event) => {
      const number = Number(event.lastEventId);
      if (number <= this.#after) return;
      this.#after = number;
      this.#handlers.line({ ...line, number });
    });
    on("totals", (sample) => this.#handlers.totals(sample));
    on("messages", (messages) => this.#handlers.messages(messages));
    on("past", (past) => this.#handlers.past(past));
    on("dropped", ({ count }) => this.#handlers.dropped(count));
    on("end", ({ reason }) => {
      if (reason !== "overflow") return this.#lost();
      this.#handlers.overflow();
      this.connect();
    });
  }

  // The browser would try again by itself, but at its own times, and not if the server refuses.
  #lost() {
    this.#source.close();
    clearInterval(this.#timer);
    // Not all browsers that lost a server come back at the same moment.
    let seconds = Math.ceil(Math.min(30, 2 ** this.#failures) * (0.8 + 0.4 * Math.random()));
    this.#failures += 1;
    this.#handlers.state("lost", seconds);
    this.#timer = setInterval(() => {
      seconds -= 1;
      if (seconds > 0) this.#handlers.state("lost", seconds);
      else this.connect();
    }, 1000);
  }
}
