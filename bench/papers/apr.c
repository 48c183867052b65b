/* The hash table of the Apache Portable Runtime: 15 keys, one lookup of a key that is there, two of any key.
   After figure 10 of "A Segmented Memory Model for Symbolic Execution" (FSE 2019). */
#include <stdio.h>
#include <stdlib.h>

#include "apr_general.h"
#include "apr_hash.h"
#include "klee/klee.h"

#define KEYS 15

static void look_up(apr_hash_t *table, const int *key) {
    const char *value = apr_hash_get(table, key, sizeof *key);
    printf("%s\n", value ? value : "nothing");
}

int main(void) {
    apr_pool_t *pool;
    if (apr_initialize() != APR_SUCCESS || apr_pool_create(&pool, NULL) != APR_SUCCESS)
        return 1;
    apr_hash_t *table = apr_hash_make(pool);
    for (int number = 0; number < KEYS; number++) {
        int *key = malloc(sizeof *key);
        *key = number;
        apr_hash_set(table, key, sizeof *key, number == 0 ? "first" : "other");
    }
    int known = 0;
    look_up(table, &known);
    int one, two;
    klee_make_symbolic(&one, sizeof one, "one");
    klee_make_symbolic(&two, sizeof two, "two");
    look_up(table, &one);
    look_up(table, &two);
    return 0;
}
