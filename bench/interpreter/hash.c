/* Builds a chained hash table of 100,000 strings and looks each up: the heap, pointers, small loops. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 65536
#define COUNT 100000

struct entry {
    struct entry *next;
    unsigned value;
    char key[12];
};

static struct entry *table[BUCKETS];

static unsigned hash(const char *key) {
    unsigned h = 5381;
    while (*key)
        h = h * 33 + (unsigned char)*key++;
    return h % BUCKETS;
}

static void name(char *key, unsigned number) {
    for (int i = 0; i < 8; i++) {
        key[i] = (char)('a' + number % 16);
        number /= 16;
    }
    key[8] = 0;
}

static int equal(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static struct entry *find(const char *key) {
    for (struct entry *e = table[hash(key)]; e; e = e->next)
        if (equal(e->key, key))
            return e;
    return 0;
}

int main(void) {
    char key[12];
    for (unsigned i = 0; i < COUNT; i++) {
        struct entry *e = malloc(sizeof *e);
        name(e->key, i * 2654435761u);
        unsigned bucket = hash(e->key);
        e->value = i;
        e->next = table[bucket];
        table[bucket] = e;
    }
    unsigned long sum = 0;
    for (unsigned i = 0; i < COUNT; i++) {
        name(key, i * 2654435761u);
        sum += find(key)->value;
    }
    printf("%lu\n", sum);
    return 0;
}
