// A mapping has the protection it was made with.
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
    char *p = mmap(0, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED || p[8191] != 0)
        return 1;
    puts("read");
    p[4097] = 1; //~ read-only-write: offset 4097 of a heap block of 8192 bytes
    return 0;
}
