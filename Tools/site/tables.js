// On a phone, each row of a table is a card (millrace.css), and each cell of it shows the name of its column.
"use strict";

function nameCells() {
    for (const table of document.querySelectorAll(".table-wrapper table:not([data-named])")) {
        table.dataset.named = "";
        const names = [...table.querySelectorAll("thead th")].map((head) => head.textContent.trim());
        for (const row of table.querySelectorAll("tbody tr")) {
            [...row.children].forEach((cell, column) => { cell.dataset.column = names[column] ?? ""; });
        }
    }
}

// docc's pages are drawn after they have been loaded, and anew when a link is followed.
new MutationObserver(nameCells).observe(document.documentElement, { childList: true, subtree: true });
