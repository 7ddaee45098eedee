/* Which schedule is run: its decisions, in depth-first order, at random, or as they were made before. */
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- places in the code ---- */

#define SITES 4096

/*
 * Threads meet at a place if they access the same word there, and one of them writes it. A preemption anywhere else
 * changes nothing that the core's words could show: what the thread does until it comes to such a place, no other thread
 * sees.
 */
typedef struct site {
    const char *file;
    int line;
    bool meets;   /* as far as has been seen */
    bool counted; /* as such, in this enumeration */
} site;

static site sites[SITES];
static uint32_t site_count;

uint32_t trail_site(const char *file, int line) {
    uint32_t number = (uint32_t)(((uintptr_t)file >> 3) * 31 + (uint32_t)line * 0x9e3779b1u) % SITES;
    for (uint32_t tries = 0; tries < SITES; tries++, number = (number + 1) % SITES) {
        site *found = &sites[number];
        // acquire: the line was stored before
        const char *name = atomic_load_explicit(MR_ATOMIC(&found->file), mr_acquire);
        if (name == file && found->line == line)
            return number;
        // One thread at a time has the baton, and one more may be on its way to it: their entries may be double, which
        // does no harm.
        if (name == NULL && site_count < SITES * 3 / 4) {
            site_count += 1;
            found->line = line;
            atomic_store_explicit(MR_ATOMIC(&found->file), file, mr_release);
            return number;
        }
        if (name == NULL)
            break;
    }
    return SITES; /* no room: as if threads met there */
}

static bool is_counted(uint32_t number) { return number == SITES || sites[number].counted; }

/* ---- what has happened ---- */

#define MOST_STEPS MR_EXPLORE_MOST_STEPS
#define MOST_HANDS (MOST_STEPS / 4)

typedef struct hand {
    int32_t thread;
    uint32_t at; /* how many steps came before */
} hand;

static mr_explore_step steps[MOST_STEPS];
size_t trail_step_count;
static hand hands[MOST_HANDS];
static size_t hand_count;
void (*trail_watcher)(size_t);

bool trail_note_step(int thread, const void *word, const char *file, int line, bool writes, uint32_t number) {
    if (trail_step_count == MOST_STEPS)
        return false;
    steps[trail_step_count++] = (mr_explore_step){file, line, (int16_t)thread, writes, number, word};
    return true;
}

void trail_note_hand(int thread) {
    if (hand_count < MOST_HANDS)
        hands[hand_count++] = (hand){thread, (uint32_t)trail_step_count};
}

const mr_explore_step *mr_explore_steps(size_t *count) {
    *count = trail_step_count;
    return steps;
}

const mr_explore_turn *mr_explore_turns(size_t *count) {
    static mr_explore_turn these[MOST_HANDS];
    for (size_t i = 0; i < hand_count; i++) {
        size_t end = i + 1 < hand_count ? hands[i + 1].at : trail_step_count;
        these[i] = (mr_explore_turn){hands[i].thread, (int32_t)(end - hands[i].at)};
    }
    *count = hand_count;
    return these;
}

/* A number, then a letter; as ExploreFailure reads it. */
static size_t write_number(char *text, size_t value) {
    char digits[24];
    size_t count = 0, length = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while ((value /= 10) != 0);
    while (count != 0)
        text[length++] = digits[--count];
    return length;
}

size_t trail_write(char *text, size_t size) {
    size_t length = 0;
    for (size_t i = 0; i < hand_count && length + 26 < size; i++) {
        size_t end = i + 1 < hand_count ? hands[i + 1].at : trail_step_count;
        text[length++] = (char)('a' + hands[i].thread);
        length += write_number(text + length, end - hands[i].at);
    }
    return length;
}

/* ---- decisions ---- */

#define MOST_DECISIONS 65536

typedef struct decision {
    uint32_t site;
    uint8_t count, choice;
    int8_t options[MOST_THREADS];
} decision;

typedef enum mode { ENUMERATES, DRAWS, REPEATS } mode;

static mode how = ENUMERATES;
static decision trail[MOST_DECISIONS];
static size_t trail_length, trail_position;
static int preemptions, limit; /* of this schedule; of the enumeration */
static bool is_everywhere = true;
static uint64_t random_state;
static uint32_t random_rate; /* switches in 1,000 steps */
static const mr_explore_turn *turns;
static size_t turn_count, turn_position;
static uint32_t turn_at; /* after how many steps the present turn began */
static size_t divergences;

static uint32_t draw(void) { /* splitmix64 */
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

/*
 * The choice that the trail says, or the first one if the trail is new here. If the same choices have led elsewhere, the
 * rest of the trail is of no use: the enumeration goes on from here, with all that can be chosen here.
 */
static int follow(const decision *fresh) {
    if (trail_position == MOST_DECISIONS)
        return fresh->options[0];
    decision *made = &trail[trail_position];
    if (trail_position < trail_length &&
        (made->count != fresh->count || made->site != fresh->site ||
         memcmp(made->options, fresh->options, fresh->count) != 0)) {
        divergences += 1;
        trail_length = trail_position;
    }
    if (trail_position == trail_length) {
        *made = *fresh;
        trail_length += 1;
    }
    trail_position += 1;
    return made->options[made->choice];
}

/* What the schedule that is repeated says. */
static int repeat(const decision *fresh, const machine *m, bool holder_can) {
    uint32_t end = turn_position == 0 ? 0 : turn_at + (uint32_t)turns[turn_position - 1].steps;
    bool has_next = turn_position < turn_count;
    if (holder_can && (!has_next || trail_step_count < end))
        return m->holder;
    if (has_next && trail_step_count == end) {
        int next = turns[turn_position].thread;
        for (int i = 0; i < fresh->count; i++)
            if (fresh->options[i] == next) {
                turn_position += 1;
                turn_at = end;
                return next;
            }
    }
    divergences += has_next;
    return fresh->options[0];
}

int trail_decide(const machine *m, bool holder_can, uint32_t number) {
    decision fresh = {.site = number};
    if (holder_can)
        fresh.options[fresh.count++] = (int8_t)m->holder;
    if (!holder_can || how != ENUMERATES || (preemptions < limit && (is_everywhere || is_counted(number))))
        for (int i = 0; i < m->count; i++)
            if (i != m->holder && machine_can_run(m, i))
                fresh.options[fresh.count++] = (int8_t)i;
    // The thread that had the baton may have been let go on by another one.
    if (!holder_can && m->holder != NOBODY && machine_can_run(m, m->holder))
        fresh.options[fresh.count++] = (int8_t)m->holder;
    if (fresh.count == 0)
        return NOBODY;
    if (how == REPEATS)
        return repeat(&fresh, m, holder_can);
    if (fresh.count == 1)
        return fresh.options[0];
    int next;
    if (how == DRAWS) {
        bool stays = holder_can && draw() % 1000 >= random_rate;
        next = fresh.options[stays ? 0 : draw() % fresh.count];
    } else {
        next = follow(&fresh);
    }
    if (holder_can && next != m->holder)
        preemptions += 1;
    return next;
}

void trail_reset(void) {
    trail_position = 0;
    preemptions = 0;
    trail_step_count = 0;
    hand_count = 0;
    turn_position = 0;
    turn_at = 0;
}

bool mr_explore_advance(void) {
    // Decisions that the last schedule did not come to belong to another run of the same choices.
    if (trail_position < trail_length) {
        divergences += 1;
        trail_length = trail_position;
    }
    while (trail_length > 0) {
        decision *last = &trail[trail_length - 1];
        if (++last->choice < last->count)
            return true;
        trail_length -= 1;
    }
    return false;
}

void mr_explore_enumerate(int most, bool everywhere) {
    how = ENUMERATES;
    limit = most;
    is_everywhere = everywhere;
    trail_length = 0;
    divergences = 0;
    for (size_t i = 0; i < SITES; i++)
        sites[i].counted = sites[i].meets;
}

bool mr_explore_found_place(void) {
    for (size_t i = 0; i < SITES; i++)
        if (sites[i].meets && !sites[i].counted)
            return true;
    return false;
}

void mr_explore_randomize(uint64_t seed, uint32_t rate) {
    how = DRAWS;
    random_state = seed;
    random_rate = rate;
    divergences = 0;
}

void mr_explore_repeat(const mr_explore_turn *these, size_t count) {
    how = REPEATS;
    turns = these;
    turn_count = count;
    divergences = 0;
}

size_t mr_explore_divergences(void) { return divergences; }

/* ---- where threads meet ---- */

#define WORDS 16384

typedef struct word {
    const void *address;
    uint32_t schedule;
    uint16_t threads; /* a bit for each */
    bool written;
} word;

static word words[WORDS];
static uint32_t schedule;

static word *find_word(const void *address) {
    uint32_t number = (uint32_t)(((uintptr_t)address >> 2) * 0x9e3779b1u) % WORDS;
    while (words[number].schedule == schedule && words[number].address != address)
        number = (number + 1) % WORDS;
    return &words[number];
}

void trail_learn(void) {
    bool all_meet = trail_step_count > WORDS / 2;
    schedule += 1;
    for (size_t i = 0; i < trail_step_count && !all_meet; i++) {
        word *found = find_word(steps[i].word);
        if (found->schedule != schedule)
            *found = (word){steps[i].word, schedule, 0, false};
        found->threads |= (uint16_t)(1u << steps[i].thread);
        found->written |= steps[i].writes;
    }
    for (size_t i = 0; i < trail_step_count; i++) {
        site *place = &sites[steps[i].site];
        if (steps[i].site == SITES || place->meets)
            continue;
        if (all_meet || steps[i].word == NULL) {
            place->meets = true;
            continue;
        }
        word *found = find_word(steps[i].word);
        place->meets = found->written && (found->threads & (found->threads - 1)) != 0;
    }
}
