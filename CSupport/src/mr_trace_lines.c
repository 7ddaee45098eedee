/* DWARF's tables of lines, section 6.2 of its standard (version 5; 2 to 4 differ in the header alone). */
#define _GNU_SOURCE

#include <stdlib.h> /* __GLIBC__ */

#if defined(__GLIBC__)

#include <string.h>

#include "mr_trace_parts.h"

/* ---- bytes ---- */

MR_UNCHECKED static size_t left(const mr_bytes *bytes) { return (size_t)(bytes->end - bytes->at); }

/* A number of `size` bytes. At the end of the bytes, this one and the next are 0. */
MR_UNCHECKED static uint64_t take(mr_bytes *bytes, size_t size) {
    if (left(bytes) < size) {
        bytes->at = bytes->end;
        return 0;
    }
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        value = value << 8 | bytes->at[i];
#else
        value |= (uint64_t)bytes->at[i] << (8 * i);
#endif
    }
    bytes->at += size;
    return value;
}

MR_UNCHECKED static uint64_t take_leb(mr_bytes *bytes, bool is_signed) {
    uint64_t value = 0, byte = 0;
    unsigned shift = 0;
    do {
        byte = take(bytes, 1);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
        shift += 7;
    } while ((byte & 0x80) != 0 && left(bytes) > 0);
    if (is_signed && shift < 64 && (byte & 0x40) != 0)
        value |= ~(uint64_t)0 << shift;
    return value;
}

MR_UNCHECKED static const char *take_string(mr_bytes *bytes) {
    const char *string = (const char *)bytes->at;
    while (left(bytes) > 0 && *bytes->at != 0)
        bytes->at++;
    if (left(bytes) == 0)
        return NULL;
    bytes->at++;
    return string;
}

MR_UNCHECKED static const char *string_at(mr_bytes section, uint64_t offset) {
    if (offset >= left(&section))
        return NULL;
    section.at += offset;
    return take_string(&section);
}

/* ---- the header of a unit ---- */

#define FILES 512 /* files of a unit beyond this many have no name */

typedef struct unit {
    mr_bytes program;
    unsigned version, is_64, address_size, minimum_length, maximum_operations, opcode_base;
    int line_base;
    unsigned line_range;
    const uint8_t *lengths; /* how many operands each standard opcode has */
    mr_bytes tables;        /* directories and files */
} unit;

/* Reads the header, and moves `bytes` to the next unit. False: the rest cannot be read. */
MR_UNCHECKED static bool take_unit(mr_bytes *bytes, unit *found) {
    memset(found, 0, sizeof(*found));
    uint64_t length = take(bytes, 4);
    if (length == 0xffffffff) {
        found->is_64 = 1;
        length = take(bytes, 8);
    }
    if (length == 0 || length > left(bytes))
        return false;
    mr_bytes all = {bytes->at, bytes->at + length};
    bytes->at = all.end;
    found->program = (mr_bytes){all.end, all.end};
    found->version = (unsigned)take(&all, 2);
    if (found->version < 2 || found->version > 5)
        return true;
    found->address_size = sizeof(void *);
    if (found->version == 5) {
        found->address_size = (unsigned)take(&all, 1);
        take(&all, 1);
    }
    uint64_t header_length = take(&all, found->is_64 ? 8 : 4);
    if (header_length > left(&all) || found->address_size != sizeof(void *))
        return true;
    mr_bytes header = {all.at, all.at + header_length};
    mr_bytes program = {header.end, all.end};
    found->minimum_length = (unsigned)take(&header, 1);
    found->maximum_operations = found->version >= 4 ? (unsigned)take(&header, 1) : 1;
    take(&header, 1);
    found->line_base = (int8_t)take(&header, 1);
    found->line_range = (unsigned)take(&header, 1);
    found->opcode_base = (unsigned)take(&header, 1);
    if (found->opcode_base == 0 || found->line_range == 0 || left(&header) < found->opcode_base - 1)
        return true;
    found->lengths = header.at;
    header.at += found->opcode_base - 1;
    found->tables = header;
    found->program = program;
    return true;
}

/* ---- the names of files ---- */

typedef struct file_name {
    const char *directory;
    const char *file;
} file_name;

typedef struct file_table {
    file_name files[FILES];
    uint8_t is_own[FILES];
    size_t count;
} file_table;

/* A value in a table of version 5: a string, or a number in `*number`. */
MR_UNCHECKED static const char *take_form(const mr_image *image, const unit *unit, mr_bytes *bytes, uint64_t form,
                                          uint64_t *number) {
    switch (form) {
    case 0x08: /* string */
        return take_string(bytes);
    case 0x0e: /* strp */
        return string_at(image->strings, take(bytes, unit->is_64 ? 8 : 4));
    case 0x1f: /* line_strp */
        return string_at(image->line_strings, take(bytes, unit->is_64 ? 8 : 4));
    case 0x0b: /* data1 */
        *number = take(bytes, 1);
        return NULL;
    case 0x05: /* data2 */
        *number = take(bytes, 2);
        return NULL;
    case 0x06: /* data4 */
        *number = take(bytes, 4);
        return NULL;
    case 0x07: /* data8 */
        *number = take(bytes, 8);
        return NULL;
    case 0x0f: /* udata */
        *number = take_leb(bytes, false);
        return NULL;
    case 0x1e: /* data16 */
        take(bytes, 8);
        take(bytes, 8);
        return NULL;
    default: /* whatever follows cannot be read */
        bytes->at = bytes->end;
        return NULL;
    }
}

/* One of the two tables of version 5. `directories` is the first, for the second. */
MR_UNCHECKED static void take_table(const mr_image *image, const unit *unit, mr_bytes *bytes, file_table *table,
                                    const file_table *directories) {
    mr_bytes formats = *bytes;
    uint64_t format_count = take(&formats, 1);
    bytes->at = formats.at;
    for (uint64_t i = 0; i < 2 * format_count; i++)
        take_leb(bytes, false);
    uint64_t count = take_leb(bytes, false);
    for (uint64_t i = 0; i < count && left(bytes) > 0; i++) {
        mr_bytes format = formats;
        file_name name = {NULL, NULL};
        for (uint64_t j = 0; j < format_count; j++) {
            uint64_t content = take_leb(&format, false), form = take_leb(&format, false), number = 0;
            const char *string = take_form(image, unit, bytes, form, &number);
            if (content == 1) /* path */
                name.file = string;
            else if (content == 2 && directories != NULL && number < directories->count) /* directory index */
                name.directory = directories->files[number].file;
        }
        if (table->count < FILES)
            table->files[table->count++] = name;
    }
}

/* The tables of the versions before 5, in which directories and files are numbered from 1. */
MR_UNCHECKED static void take_old_tables(mr_bytes *bytes, file_table *table, file_table *directories) {
    directories->count = table->count = 1;
    for (const char *name = take_string(bytes); name != NULL && name[0] != 0; name = take_string(bytes))
        if (directories->count < FILES)
            directories->files[directories->count++].file = name;
    for (const char *name = take_string(bytes); name != NULL && name[0] != 0; name = take_string(bytes)) {
        uint64_t directory = take_leb(bytes, false);
        take_leb(bytes, false);
        take_leb(bytes, false);
        if (table->count < FILES) {
            table->files[table->count].file = name;
            if (directory < directories->count)
                table->files[table->count].directory = directories->files[directory].file;
            table->count++;
        }
    }
}

MR_UNCHECKED static bool begins_with(const char *path, const char *own) {
    if (path == NULL)
        return false;
    for (size_t length; (length = strlen(own)) > 0; own += length + 1)
        if (strncmp(path, own, length) == 0)
            return true;
    return false;
}

/* Whether a file is below one of the folders `own`, as mr_trace_resolve takes them. */
MR_UNCHECKED static bool is_own(const file_name *name, const char *own) {
    return begins_with(name->file, own) || begins_with(name->directory, own);
}

/* ---- the program of a unit ---- */

typedef struct row {
    uint64_t address;
    uint64_t file;
    uint64_t line;
} row;

/* What is looked for: the row at `address`, and the last one before it, from `start` on, that is not own. */
typedef struct wanted {
    uint64_t address;
    uint64_t start;
    row found;
    row caller;
} wanted;

MR_UNCHECKED static bool is_users(const file_table *files, const row *row) {
    return row->line != 0 && row->file < files->count && files->files[row->file].file != NULL &&
           files->files[row->file].file[0] != '<' && !files->is_own[row->file];
}

/* A row ends the range of the one before. True: the range has the address that is looked for. */
MR_UNCHECKED static bool ends_range(const row *before, bool is_first, const row *now, const file_table *files,
                                    wanted *wanted) {
    if (is_first) {
        memset(&wanted->caller, 0, sizeof(wanted->caller));
        return false;
    }
    if (before->address > wanted->address)
        return false;
    if (before->address >= wanted->start && is_users(files, before))
        wanted->caller = *before;
    if (now->address <= wanted->address)
        return false;
    wanted->found = *before;
    return true;
}

MR_UNCHECKED static bool run(const unit *unit, const file_table *files, wanted *wanted) {
    mr_bytes bytes = unit->program;
    row now = {0, 1, 1}, before = now;
    bool is_first = true;
    while (left(&bytes) > 0) {
        unsigned opcode = (unsigned)take(&bytes, 1);
        bool emits = false, ends = false;
        if (opcode >= unit->opcode_base) {
            unsigned adjusted = opcode - unit->opcode_base;
            now.address += adjusted / unit->line_range * unit->minimum_length;
            now.line += (uint64_t)(int64_t)(unit->line_base + (int)(adjusted % unit->line_range));
            emits = true;
        } else if (opcode == 0) {
            uint64_t length = take_leb(&bytes, false);
            if (length == 0 || length > left(&bytes))
                return false;
            mr_bytes extended = {bytes.at, bytes.at + length};
            bytes.at = extended.end;
            uint64_t kind = take(&extended, 1);
            if (kind == 1)
                emits = ends = true;
            else if (kind == 2)
                now.address = take(&extended, left(&extended) < 8 ? left(&extended) : 8);
        } else if (opcode == 1) {
            emits = true;
        } else if (opcode == 2) {
            now.address += take_leb(&bytes, false) * unit->minimum_length;
        } else if (opcode == 3) {
            now.line += take_leb(&bytes, true);
        } else if (opcode == 4) {
            now.file = take_leb(&bytes, false);
        } else if (opcode == 8) {
            now.address += (255 - unit->opcode_base) / unit->line_range * unit->minimum_length;
        } else if (opcode == 9) {
            now.address += take(&bytes, 2);
        } else {
            for (unsigned i = 0; i < unit->lengths[opcode - 1]; i++)
                take_leb(&bytes, false);
        }
        if (!emits)
            continue;
        if (ends_range(&before, is_first, &now, files, wanted))
            return true;
        before = now;
        is_first = false;
        if (ends) {
            now = (row){0, 1, 1};
            is_first = true;
        }
    }
    return false;
}

/* Whether the unit at `offset` has the line. */
MR_UNCHECKED static bool look_in_unit(const mr_image *image, uint64_t offset, mr_frame *frame, uint64_t start,
                                      const char *own) {
    mr_bytes bytes = {image->lines.at + offset, image->lines.end};
    unit unit;
    if (!take_unit(&bytes, &unit) || left(&unit.program) == 0)
        return false;
    static file_table files, directories; // under the lock of mr_trace.c; too large for the stack of a task
    memset(&files, 0, sizeof(files));
    memset(&directories, 0, sizeof(directories));
    mr_bytes tables = unit.tables;
    if (unit.version == 5) {
        take_table(image, &unit, &tables, &directories, NULL);
        take_table(image, &unit, &tables, &files, &directories);
    } else {
        take_old_tables(&tables, &files, &directories);
    }
    for (size_t i = 0; i < files.count; i++)
        files.is_own[i] = is_own(&files.files[i], own);
    // Without the function's beginning, rows before the address may belong to another function.
    wanted wanted = {frame->address - image->bias, start == 0 ? UINT64_MAX : start, {0, 0, 0}, {0, 0, 0}};
    if (!run(&unit, &files, &wanted))
        return false;
    if (wanted.found.file < files.count) {
        frame->file = files.files[wanted.found.file].file;
        frame->directory = files.files[wanted.found.file].directory;
        frame->line = (uint32_t)wanted.found.line;
    }
    if (wanted.caller.line != 0) {
        frame->caller_file = files.files[wanted.caller.file].file;
        frame->caller_directory = files.files[wanted.caller.file].directory;
        frame->caller_line = (uint32_t)wanted.caller.line;
    }
    return true;
}

/* ---- the index ---- */

MR_UNCHECKED static int compare_ranges(const void *one, const void *other) {
    uint64_t a = ((const mr_line_range *)one)->address, b = ((const mr_line_range *)other)->address;
    return a < b ? -1 : a > b;
}

/* Each range of addresses begins with the opcode that sets an address: 0, the length, 2, the address. */
MR_UNCHECKED static size_t index_unit(const unit *unit, uint64_t offset, mr_line_range *ranges) {
    const uint8_t opcode[3] = {0, 1 + sizeof(void *), 2};
    mr_bytes bytes = unit->program;
    size_t count = 0;
    for (;;) {
        const uint8_t *next = memmem(bytes.at, left(&bytes), opcode, sizeof(opcode));
        if (next == NULL)
            return count;
        bytes.at = next + sizeof(opcode);
        mr_bytes operand = bytes;
        if (left(&operand) < sizeof(void *))
            return count;
        if (ranges != NULL) {
            ranges[count].address = take(&operand, sizeof(void *));
            ranges[count].unit = offset;
        }
        count++;
    }
}

MR_UNCHECKED static size_t index_units(const mr_image *image, mr_line_range *ranges) {
    mr_bytes bytes = image->lines;
    size_t count = 0;
    unit unit;
    while (left(&bytes) > 0) {
        uint64_t offset = (uint64_t)(bytes.at - image->lines.at);
        if (!take_unit(&bytes, &unit))
            break;
        count += index_unit(&unit, offset, ranges == NULL ? NULL : ranges + count);
    }
    return count;
}

MR_UNCHECKED void mr_image_index_lines(mr_image *image) {
    size_t count = index_units(image, NULL);
    if (count == 0)
        return;
    image->ranges = malloc(count * sizeof(mr_line_range));
    if (image->ranges == NULL)
        return;
    image->range_count = index_units(image, image->ranges);
    qsort(image->ranges, image->range_count, sizeof(mr_line_range), compare_ranges);
}

MR_UNCHECKED void mr_image_line(const mr_image *image, mr_frame *frame, uintptr_t start, const char *own) {
    uint64_t address = frame->address - image->bias;
    size_t low = 0, high = image->range_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->ranges[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    // The bytes of the opcode may stand for something else; then one of the ranges before has the address.
    uint64_t looked_at = UINT64_MAX;
    for (size_t i = low; i > 0 && low - i < 4; i--) {
        uint64_t offset = image->ranges[i - 1].unit;
        if (offset != looked_at && look_in_unit(image, offset, frame, start, own))
            return;
        looked_at = offset;
    }
}

#endif
