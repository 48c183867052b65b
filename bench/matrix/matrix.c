/* A matrix of N rows, each an object of its own, with symbolic lookups: figure 1 of "A Segmented Memory Model for
   Symbolic Execution" (FSE 2019) and its two variants. -DLOOKUPS=2 looks up twice; -DEXTRA=N makes a further object
   of N bytes in the same array of pointers' company. */
#include <stdio.h>
#include <stdlib.h>

#include "klee/klee.h"

#ifndef N
#define N 40
#endif
#ifndef LOOKUPS
#define LOOKUPS 1
#endif

static void look_up(int **matrix) {
    int i = klee_range(0, N, "i");
    int j = klee_range(0, N, "j");
    if (matrix[i][j] > 0)
        printf("positive\n");
}

int main(void) {
#ifdef EXTRA
    char *extra = malloc(EXTRA);
    extra[0] = 1;
#endif
    int **matrix = malloc(N * sizeof *matrix);
    for (int row = 0; row < N; row++)
        matrix[row] = calloc(N, sizeof **matrix);
    matrix[0][0] = 120;
    for (int round = 0; round < LOOKUPS; round++)
        look_up(matrix);
    return 0;
}
