/* The plain loop of KLEE's figures: one array, one sum, nothing else. */
#include <stdio.h>

static int data[1000];

int main(void) {
    long sum = 0;
    for (int round = 0; round < 2500; round++)
        for (int i = 0; i < 1000; i++) {
            data[i] += i ^ round;
            sum += data[i];
        }
    printf("%ld\n", sum);
    return 0;
}
