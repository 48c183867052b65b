// A program without a C library of its own: `vellum run --libc none`. Each number is that of a line that failed.

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int constructed;
__attribute__((constructor)) static void construct(void) { constructed = 7; }
__attribute__((destructor)) static void destruct(void) { puts("printed at the end"); }

int main(int argc, char **argv, char **envp) {
    char text[64];
    volatile double one = 1;
    if (constructed != 7 || argc != 2 || !envp[0]) return 1;
    if (strlen(argv[1]) != 5 || strcmp(argv[1], "hello") != 0) return 2;

    // Never written before: every byte of it, the last included, is written now.
    int length = snprintf(text, sizeof text, "%d %.2f %s %c %ld", 42, 0.5, argv[1], 'x', 1L << 40);
    if (length != 29 || strlen(text) != 29) return 3;
    for (int i = 0; text[i]; i++)
        if (text[i] != "42 0.50 hello x 1099511627776"[i]) return 4;

    if (fabs(sin(one) - 0.8414709848) > 1e-9 || sinf(0.0f) != 0) return 5;

    // Memory of the host's C library, read by the engine and by the host.
    char *variable = getenv("VELLUM_TEST");
    if (!variable || variable[0] != 'v' || strcmp(variable, "value") != 0) return 6;
    char copy[6];
    memcpy(copy, variable, sizeof copy);
    if (copy[4] != 'e' || copy[5] != 0) return 7;
    if (getenv("VELLUM_TEST_NOT_THERE")) return 8;

    errno = 0;
    char *end;
    if (strtol("123x", &end, 10) != 123 || *end != 'x' || errno != 0) return 9;
    strtol("99999999999999999999", NULL, 10);
    if (errno != ERANGE) return 10;

    // The host's allocator made it; giving it back is no error.
    char *twin = strdup("twin");
    if (twin[3] != 'n') return 11;
    free(twin);

    if (!isalpha('a') || toupper('a') != 'A') return 12;
    assert(puts("printed by the host") >= 0);
    exit(0);
}
