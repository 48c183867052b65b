// A check of a sanitizer that traps says what it found.
// cflags: -fsanitize=undefined -fsanitize-trap=all
#include <limits.h>
#include <stdio.h>

static int add(int a, int b) {
    return a + b; //~ abort: Undefined Behavior Sanitizer: signed integer addition overflow in 'a + b'
}

int main(int argc, char **argv) {
    printf("%d\n", add(1, 2));
    return add(INT_MAX, argc);
}
