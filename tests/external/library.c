// A library of machine code, for crates/vellum/tests/external.rs: functions that behave, and functions that do not.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct inner { int value; char text[16]; };
struct outer { long before; struct inner *inner; };

// Writes through a pointer that it finds in what it is given.
void nest(struct outer *outer) {
    outer->inner->value *= 2;
    strcpy(outer->inner->text, "nested");
}

int sum(const int *numbers, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) sum += numbers[i];
    return sum;
}

// Reads what no argument leads to.
static int *remembered;
void remember(int *place) { remembered = place; }
int recall(void) { return *remembered; }
void remember_nested(int **place) { remembered = *place; }
void replace(int value) { *remembered = value; }

// The number of calls before this one, which all paths share.
int count(void) {
    static int calls;
    return calls++;
}

// Gives back what errno is, and makes it something else.
int swap_errno(int now) {
    int before = errno;
    errno = now;
    return before;
}

float half(float x) { return x / 2; }
double mix(char c, short s, int i, long l, float f, double d) { return c + s + i + l + f + d; }
unsigned char low(unsigned long x) { return x; }
int is_negative(signed char c) { return c < 0; }

struct large { long a, b, c; };
struct pair { long a, b; };
long by_value(struct large large) { return large.a + large.b + large.c; }
long in_registers(struct pair pair) { return pair.a - pair.b; }
struct large make_large(long a) { return (struct large){ a, a + 1, a + 2 }; }
struct pair make_pair(long a) { return (struct pair){ a, a + 1 }; }
long double wide(void) { return 1; }

static char memory[] = "memory of the library";
char *own_memory(void) { return memory; }

char first_of(const char *text) { return text[0]; }
struct holder { long before; const char *text; };
char first_held(const struct holder *holder) { return holder->text[0]; }

typedef int (*function)(int);
static int twice(int x) { return 2 * x; }
function own_function(void) { return twice; }
int call_it(function f, int x) { return f(x); }

void bytes(char *to, int byte, int count) { memset(to, byte, count); }
void zeros(char *to, int count) { memset(to, 0, count); }
void nothing(void *p) { (void)p; }

int crash(void) { return *(volatile int *)16; }
int overflow_stack(int n) { volatile char room[4096]; room[0] = n; return overflow_stack(n + 1) + room[0]; }
void trap(void) { abort(); }
void leave(int status) { exit(status); }
// The socket is closed well before the end.
void close_and_leave(int status) {
    for (int i = 3; i < 300; i++) close(i);
    usleep(50000);
    _exit(status);
}
void close_all(void) { for (int i = 3; i < 300; i++) close(i); }

// Says that it is there, with its process, and never comes back.
void spin(const char *file) {
    FILE *out = fopen(file, "w");
    fprintf(out, "%d\n", getpid());
    fclose(out);
    for (;;) ;
}

// Two come back.
int fork_twice(void) { return fork() == 0; }
int fork_and_wait(void) {
    pid_t child = fork();
    if (child > 0) waitpid(child, NULL, 0);
    return child == 0;
}

// One comes back.
int child_status(int status) {
    int seen = 0;
    pid_t child = fork();
    if (child == 0) _exit(status);
    waitpid(child, &seen, 0);
    return WEXITSTATUS(seen);
}
int child_length(const char *text) {
    int seen = 0;
    pid_t child = fork();
    if (child == 0) _exit(strlen(text));
    waitpid(child, &seen, 0);
    return WEXITSTATUS(seen);
}
int command_status(const char *command) {
    int seen = 0;
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    waitpid(child, &seen, 0);
    return WEXITSTATUS(seen);
}
int shell_status(void) { return WEXITSTATUS(system("exit 5")); }
