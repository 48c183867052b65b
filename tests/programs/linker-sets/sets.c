// Globals of one section stand one after the other, and the linker says where they begin and end.
#include <stdio.h>

#define IN(name) __attribute__((section(name)))
#define KEPT(name) __attribute__((section(name), used))

extern int __start_numbers[], __stop_numbers[];
int unused IN("numbers") = 1;
static int kept KEPT("numbers") = 2;
int used IN("numbers") = 3;

struct command {
    const char *name;
    int (*run)(int);
};

static int twice(int n) { return 2 * n; }
static int square(int n) { return n * n; }

extern const struct command __start_commands[], __stop_commands[];
static const struct command a KEPT("commands") = {"twice", twice};
static const struct command b KEPT("commands") = {"square", square};

// What a member of a set refers to may be a set again.
extern char __start_inner[], __stop_inner[];
static char *inner_start KEPT("outer") = __start_inner;
static char *inner_stop KEPT("outer") = __stop_inner;
static char first KEPT("inner") = 'x';
static long second KEPT("inner") = 1;
extern char *__start_outer[];

extern int __start_nothing[] __attribute__((weak)), __stop_nothing[] __attribute__((weak));

int main(void) {
    for (int *p = __start_numbers; p != __stop_numbers; p++)
        printf("%d\n", *p);
    __start_numbers[2] = 7;
    printf("%d at %d\n", used, (int)(&used - __start_numbers));
    for (const struct command *c = __start_commands; c < __stop_commands; c++)
        printf("%s %d\n", c->name, c->run(5));
    printf("%d %c\n", (int)(__start_outer[1] - __start_outer[0]), *__start_outer[0]);
    printf("%d %d\n", __start_nothing == 0, __stop_nothing == 0);
    return 0;
}
