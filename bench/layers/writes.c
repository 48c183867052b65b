/* Writes at known places after one at a symbolic place, on paths that then wait together. */
#include <klee/klee.h>

static unsigned char array[4096];

int main(void)
{
    unsigned char x, y[8];
    int n = 0;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(y, sizeof y, "y");
    array[x] = 1;
    for (int i = 0; i < WRITES; i++)
        array[7 * i % 64] = i;
    for (int i = 0; i < 8; i++)
        if (y[i] > 100)
            n++;
    return array[x] > 7 ? n : 0;
}
