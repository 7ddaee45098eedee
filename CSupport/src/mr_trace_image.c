/* The files that the program consists of, and the functions in them. */
#define _GNU_SOURCE

#include <stdlib.h> /* __GLIBC__ */

#if defined(__GLIBC__)

#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mr_trace_parts.h"

/* The bytes of a section; none if the file does not have them as they are. */
MR_UNCHECKED static mr_bytes section_bytes(const uint8_t *file, size_t size, const ElfW(Shdr) *section) {
    mr_bytes bytes = {NULL, NULL};
    if (section->sh_type == SHT_NOBITS || (section->sh_flags & SHF_COMPRESSED) != 0 || section->sh_offset > size ||
        section->sh_size > size - section->sh_offset)
        return bytes;
    bytes.at = file + section->sh_offset;
    bytes.end = bytes.at + section->sh_size;
    return bytes;
}

MR_UNCHECKED static void find_sections(mr_image *image, const uint8_t *file, size_t size) {
    const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)file;
    if (size < sizeof(*header) || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_shentsize != sizeof(ElfW(Shdr)) || header->e_shoff > size || header->e_shoff % 8 != 0 ||
        (size - header->e_shoff) / sizeof(ElfW(Shdr)) < header->e_shnum || header->e_shstrndx >= header->e_shnum)
        return;
    const ElfW(Shdr) *sections = (const ElfW(Shdr) *)(file + header->e_shoff);
    mr_bytes names = section_bytes(file, size, &sections[header->e_shstrndx]);
    for (size_t i = 0; i < header->e_shnum; i++) {
        const ElfW(Shdr) *section = &sections[i];
        if (names.at == NULL || section->sh_name >= (size_t)(names.end - names.at))
            continue;
        const char *name = (const char *)names.at + section->sh_name;
        if (strcmp(name, ".debug_line") == 0)
            image->lines = section_bytes(file, size, section);
        else if (strcmp(name, ".debug_line_str") == 0)
            image->line_strings = section_bytes(file, size, section);
        else if (strcmp(name, ".debug_str") == 0)
            image->strings = section_bytes(file, size, section);
        else if (section->sh_type == SHT_SYMTAB && section->sh_link < header->e_shnum) {
            image->symbols = section_bytes(file, size, section);
            image->names = section_bytes(file, size, &sections[section->sh_link]);
        }
    }
}

MR_UNCHECKED static int compare_functions(const void *one, const void *other) {
    uint64_t a = ((const mr_function *)one)->address, b = ((const mr_function *)other)->address;
    return a < b ? -1 : a > b;
}

MR_UNCHECKED static void index_functions(mr_image *image) {
    size_t count = (size_t)(image->symbols.end - image->symbols.at) / sizeof(ElfW(Sym));
    const ElfW(Sym) *symbols = (const ElfW(Sym) *)image->symbols.at;
    if (count == 0 || (uintptr_t)symbols % _Alignof(ElfW(Sym)) != 0)
        return;
    size_t functions = 0;
    for (size_t i = 0; i < count; i++)
        functions += ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC && symbols[i].st_value != 0;
    image->functions = malloc((functions == 0 ? 1 : functions) * sizeof(mr_function));
    if (image->functions == NULL)
        return;
    for (size_t i = 0; i < count; i++)
        if (ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC && symbols[i].st_value != 0) {
            mr_function function = {symbols[i].st_value, symbols[i].st_size, symbols[i].st_name};
            image->functions[image->function_count++] = function;
        }
    qsort(image->functions, image->function_count, sizeof(mr_function), compare_functions);
}

void mr_image_open(mr_image *image, const char *path) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    struct stat status;
    if (fstat(descriptor, &status) == 0 && status.st_size > 0) {
        void *file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (file != MAP_FAILED)
            find_sections(image, file, (size_t)status.st_size);
    }
    close(descriptor);
    index_functions(image);
    mr_image_index_lines(image);
}

MR_UNCHECKED uintptr_t mr_image_function(const mr_image *image, mr_frame *frame) {
    uint64_t address = frame->address - image->bias;
    size_t low = 0, high = image->function_count;
    // The last function that begins at the address or before it.
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->functions[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return 0;
    const mr_function *function = &image->functions[low - 1];
    if (function->size != 0 && address - function->address >= function->size)
        return 0;
    if (function->name < (size_t)(image->names.end - image->names.at))
        frame->function = (const char *)image->names.at + function->name;
    return (uintptr_t)function->address;
}

#endif
