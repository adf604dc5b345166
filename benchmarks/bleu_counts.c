/* The counts of BLEU for a corpus in files: a measure of how little time they need.

   cc -O3 -march=native -o bleu_counts bleu_counts.c && ./bleu_counts CANDIDATES REFERENCES [REFERENCES ...]

   It prints the matched n-grams of orders 1 to 5, then all n-grams of these orders, then the two lengths. Words and
   n-grams are looked up in hash tables that compare the keys themselves. The input is trusted: UTF-8, the same number
   of lines in each file, and a line feed at the end of each line. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { ORDERS = 5, MOST_TOKENS = 1 << 20, NONE = -1, END = -2 };
typedef const unsigned char *Text;

typedef struct {
    uint64_t head; /* a word's first eight bytes, or the numbers of an n-gram's two parts */
    Text begin;
    int length; /* of the word, 0 for an n-gram */
    int in_candidate, reference, in_reference, matched;
} Entry;

static Entry entries[MOST_TOKENS];
static int numbers[MOST_TOKENS], filled, mask;
static int64_t slots[MOST_TOKENS], first_number; /* a smaller number in a slot is left over from an earlier table */

/* Count a key in the candidate (reference 0) or in a reference. Return its number, or NONE if it cannot match. */
static inline int count(uint64_t head, Text begin, int length, int reference, int64_t *matched) {
    int place = (head * 0x9E3779B97F4A7C15u >> 40 ^ length) & mask, number;
    for (;; place = (place + 1) & mask) {
        number = slots[place] - first_number;
        if (slots[place] < first_number) {
            if (reference) return NONE;
            number = filled++;
            slots[place] = first_number + number;
            entries[number] = (Entry){head, begin, length, 0, 0, 0, 0};
            break;
        }
        Entry *entry = &entries[number];
        if (entry->head == head && entry->length == length && (length <= 8 || !memcmp(entry->begin, begin, length))) break;
    }
    Entry *entry = &entries[number];
    if (reference == 0) {
        entry->in_candidate++;
        return number;
    }
    if (entry->reference != reference) entry->reference = reference, entry->in_reference = 0;
    if (++entry->in_reference > entry->matched && entry->in_reference <= entry->in_candidate) entry->matched++, ++*matched;
    return number;
}

static void start_table(void) { first_number += filled, filled = 0; }

/* Return how many bytes the white space has that begins here: 0 if it is none. */
static inline int white(Text p) {
    if (*p < 0x80) return *p == ' ' || (*p >= 9 && *p <= 13) || (*p >= 28 && *p <= 31);
    if (*p == 0xC2) return p[1] == 0x85 || p[1] == 0xA0 ? 2 : 0;
    if (*p < 0xE1 || *p > 0xE3) return 0;
    int code = (*p & 15) << 12 | (p[1] & 63) << 6 | (p[2] & 63);
    return code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 || code == 0x202F ||
           code == 0x205F || code == 0x3000 ? 3 : 0;
}

int main(int files, char **paths) {
    Text at[files], end = NULL;
    int64_t matched[ORDERS] = {0}, total[ORDERS] = {0}, candidate_length = 0, reference_length = 0;
    for (int file = 1; file < files; file++) {
        int opened = open(paths[file], O_RDONLY);
        struct stat about;
        if (opened < 0 || fstat(opened, &about)) return perror(paths[file]), 1;
        at[file] = mmap(NULL, about.st_size, PROT_READ, MAP_PRIVATE, opened, 0);
        if (file == 1) end = at[file] + about.st_size;
    }
    first_number = 1;
    while (at[1] < end) {
        int places = 0, candidate = 0, closest = 0;
        start_table();
        for (int file = 1; file < files; file++) {
            Text p = at[file];
            int start = places;
            if (file == 1) {
                Text line_end = memchr(p, '\n', end - p);
                for (mask = 31; mask < line_end - p; mask = 2 * mask + 1) {}
            }
            while (*p != '\n') {
                int skipped = white(p);
                p += skipped;
                if (skipped) continue;
                Text begin = p;
                while (!white(p)) p++;
                uint64_t head = 0;
                memcpy(&head, begin, p - begin < 8 ? p - begin : 8);
                numbers[places++] = count(head, begin, p - begin, file - 1, &matched[0]);
            }
            at[file] = p + 1;
            int length = places - start;
            numbers[places++] = END; /* no n-gram crosses the border between two sentences */
            if (file == 1) candidate = length;
            int is_closer = abs(length - candidate) - abs(closest - candidate);
            if (file == 2 || (file > 2 && (is_closer < 0 || (is_closer == 0 && length < closest)))) closest = length;
        }
        for (int n = 1; n < ORDERS; n++) { /* two neighbouring n-grams form one of the next order */
            start_table();
            for (int place = 0, file = 0; place < places; place++) {
                int left = numbers[place], right = left < 0 ? NONE : numbers[place + 1];
                if (left == END) file++;
                else numbers[place] = right < 0 ? NONE : count((uint64_t)left << 32 | right, NULL, 0, file, &matched[n]);
            }
        }
        candidate_length += candidate, reference_length += closest;
        for (int n = 0; n < ORDERS && n < candidate; n++) total[n] += candidate - n;
    }
    for (int n = 0; n < ORDERS; n++) printf("%lld ", (long long)matched[n]);
    for (int n = 0; n < ORDERS; n++) printf("%lld ", (long long)total[n]);
    printf("%lld %lld\n", (long long)candidate_length, (long long)reference_length);
}
