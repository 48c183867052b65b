/* Sorts with a comparison function behind a pointer: calls and data-dependent branches. */
#include <stdio.h>
#include <stdlib.h>

#define COUNT 60000

typedef int compare_fn(const void *, const void *);

static int numbers[COUNT];
static int buffer[COUNT];

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void merge_sort(int *items, int *scratch, long count, compare_fn *compare) {
    if (count < 2)
        return;
    long half = count / 2;
    merge_sort(items, scratch, half, compare);
    merge_sort(items + half, scratch + half, count - half, compare);
    long left = 0, right = half;
    for (long i = 0; i < count; i++) {
        if (left < half && (right == count || compare(&items[left], &items[right]) <= 0))
            scratch[i] = items[left++];
        else
            scratch[i] = items[right++];
    }
    for (long i = 0; i < count; i++)
        items[i] = scratch[i];
}

int main(void) {
    unsigned state = 12345;
    for (int i = 0; i < COUNT; i++) {
        state = state * 1103515245u + 12345u;
        numbers[i] = (int)(state >> 8);
    }
    merge_sort(numbers, buffer, COUNT, by_value);
    for (int i = 1; i < COUNT; i++)
        if (numbers[i - 1] > numbers[i])
            return 1;
    printf("%d numbers, median %d\n", COUNT, numbers[COUNT / 2]);
    return 0;
}
