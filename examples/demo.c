/* Counts how often each letter occurs in its arguments, with a real C library underneath:
 *
 *     vellum run examples/demo.c hello world
 *
 * With `--overflow` it writes one element too far, which Vellum stops at that very store. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct count {
    char letter;
    int times;
};

static int most_first(const void *a, const void *b) {
    const struct count *x = a, *y = b;
    return y->times != x->times ? y->times - x->times : x->letter - y->letter;
}

int main(int argc, char **argv) {
    struct count *counts = calloc(26, sizeof *counts);
    int overflow = argc > 1 && strcmp(argv[1], "--overflow") == 0;

    for (int i = 0; i < 26 + overflow; i++)
        counts[i].letter = (char)('a' + i);
    for (int i = 1; i < argc; i++)
        for (const char *p = argv[i]; *p; p++)
            if (isalpha((unsigned char)*p))
                counts[tolower((unsigned char)*p) - 'a'].times++;

    qsort(counts, 26, sizeof *counts, most_first);
    for (int i = 0; i < 26 && counts[i].times > 0; i++)
        printf("%c %2d %.*s\n", counts[i].letter, counts[i].times, counts[i].times, "##############################");
    free(counts);
    return 0;
}
