/// The rows as text, in columns.
func table(of rows: [Row]) -> String {
    let columns = Column.allCases.filter { column in
        rows.contains { $0.figures[column.rawValue] != nil }
    }
    var lines = [
        ["workload", "unit"] + columns.map(\.rawValue) + ["÷ closures", "target", "verdict", "mallocs"]
    ]
    for row in rows {
        lines.append(
            [row.workload, row.unit.rawValue]
                + columns.map { row.figures[$0.rawValue]?.short ?? "" }
                + [
                    row.ratio.map(\.short) ?? "",
                    row.target ?? "",
                    row.met.map { $0 ? "met" : "MISSED" } ?? "",
                    row.mallocs[Column.millrace.rawValue].map(\.short) ?? "",
                ]
        )
    }
    let widths = lines[0].indices.map { index in
        lines.map { $0[index].count }.max() ?? 0
    }
    let textual = 2
    return lines.map { cells in
        cells.enumerated().map { index, cell in
            let padding = String(repeating: " ", count: widths[index] - cell.count)
            return index < textual ? cell + padding : padding + cell
        }
        .joined(separator: "  ")
    }
    .joined(separator: "\n")
}
