/* 2^12 paths that wait together, each of which has written one byte of a large array. */
#include <klee/klee.h>

static unsigned char array[1 << 20];

int main(void)
{
    unsigned char x[13];
    int n = 0;
    klee_make_symbolic(x, sizeof x, "x");
    for (int i = 0; i < 12; i++)
        if (x[i] > 100)
            n |= 1 << i;
    array[n * 251] = (unsigned char)n + 1;
    /* All of them are there at once, breadth first. */
    if (x[12] > 7)
        return 2;
    return array[n * 251] == (unsigned char)(n + 1) ? 0 : 1;
}
