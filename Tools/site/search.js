// Searches the pages of all products. search.json has the pages, and for each word the pages that have it, the best first.
"use strict";

const query = document.getElementById("query");
const count = document.getElementById("count");
const results = document.getElementById("results");
const most = 40;
let index;

async function load() {
    index ??= fetch("search.json").then((answer) => answer.json());
    return index;
}

// As `words` of Tools/finish-site does.
function words(text) {
    return text.toLowerCase().replace(/(\w)-(?=\w)/g, "$1").match(/[a-z0-9_äöüß]+/g) ?? [];
}

// The weight of each page that has a word which begins with `start`.
function pagesWith(start, { vocabulary, postings }) {
    const found = new Map();
    let [low, high] = [0, vocabulary.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (vocabulary[middle] < start) low = middle + 1;
        else high = middle;
    }
    for (; low < vocabulary.length && vocabulary[low].startsWith(start); low++) {
        const isWhole = vocabulary[low] === start;
        for (let i = 0; i < postings[low].length; i += 2) {
            const [page, weight] = [postings[low][i], postings[low][i + 1] * (isWhole ? 2 : 1)];
            found.set(page, Math.max(found.get(page) ?? 0, weight));
        }
    }
    return found;
}

async function show() {
    const wanted = words(query.value);
    const url = new URL(location.href);
    if (query.value) url.searchParams.set("q", query.value);
    else url.searchParams.delete("q");
    history.replaceState(null, "", url);
    if (wanted.length === 0) {
        results.replaceChildren();
        count.textContent = "";
        return;
    }
    const all = await load();
    // Somebody may have typed on meanwhile.
    if (words(query.value).join() !== wanted.join()) return;
    const [first, ...others] = wanted.map((word) => pagesWith(word, all));
    const found = [...first]
        .filter(([page]) => others.every((other) => other.has(page)))
        .map(([page, weight]) => [page, others.reduce((sum, other) => sum + other.get(page), weight)])
        .sort(([a, x], [b, y]) => y - x || a - b);
    count.textContent =
        found.length === 0 ? "Nothing has been found."
        : found.length === 1 ? "1 page"
        : found.length <= most ? `${found.length} pages` : `${found.length} pages; the first ${most}:`;
    results.replaceChildren(...found.slice(0, most).map(([page]) => {
        const [title, path, place, abstract] = all.pages[page];
        const link = Object.assign(document.createElement("a"), { href: path, textContent: title });
        const where = Object.assign(document.createElement("small"), { textContent: place });
        const text = Object.assign(document.createElement("p"), { textContent: abstract });
        const item = document.createElement("li");
        item.append(link, " ", where, text);
        return item;
    }));
}

query.addEventListener("input", show);
query.form.addEventListener("submit", (event) => event.preventDefault());
query.value = new URLSearchParams(location.search).get("q") ?? "";
show();
