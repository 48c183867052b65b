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

// Narrow integers: what is above them in their registers is the caller's to say.
int whole(int x) { return x; }
signed char negative(void) { return -5; }
unsigned short large_short(void) { return 0xfff0; }

// Wider than a register, in several ways.
long double half_long(long double x) { return x / 2; }
__int128 wide_sum(int a, __int128 b, int c, int d, int e, __int128 f) { return a + b + c + d + e + f; }
struct mixed { double x; long n; };
struct mixed make_mixed(long n) { return (struct mixed){ n / 2.0, n }; }
struct floats { float a, b, c; };
struct floats make_floats(float a) { return (struct floats){ a, a + 1, a + 2 }; }
struct two { float a, b; };
struct two swap_two(struct two x) { return (struct two){ x.b, x.a }; }
typedef float four __attribute__((vector_size(16)));
int vectors(four x) { return x[0]; }
struct huge { char bytes[70000]; };
int huge(struct huge x) { return x.bytes[0]; }
struct tiny { char a, b, c; };
int sum_tiny(struct tiny x) { return x.a + x.b + x.c; }
struct named { const char *text; long double factor; int count; };
long length_of(int before, struct named x, int after) { return before + strlen(x.text) * (long)x.factor + x.count + after; }
// No register is left for the last one.
long late(long a, long b, long c, long d, long e, struct pair p, struct pair q) { return a + b + c + d + e + p.a + p.b - q.a - q.b; }

int counter = 3;
const char *const title = "a title";
int next(void) { return counter++; }

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
