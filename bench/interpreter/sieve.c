/* The sieve of Eratosthenes up to two million: loops over one large array. */
#include <stdio.h>
#include <stdlib.h>

#define LIMIT 2000000

static char composite[LIMIT + 1];

int main(void) {
    long count = 0;
    for (long i = 2; i <= LIMIT; i++) {
        if (composite[i])
            continue;
        count++;
        for (long j = i * 2; j <= LIMIT; j += i)
            composite[j] = 1;
    }
    printf("%ld primes\n", count);
    return 0;
}
