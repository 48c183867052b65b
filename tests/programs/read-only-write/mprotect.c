// Writing is taken away from a page, not from its neighbour, and given back.
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

int main(void) {
    char *p = mmap(0, 12288, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    strcpy(p + 4096, "text");
    mprotect(p + 4096, 4096, PROT_READ);
    p[4095] = 1;
    p[8192] = 2;
    puts(p + 4096);
    mprotect(p, 12288, PROT_READ | PROT_WRITE);
    p[4096] = 'T';
    mprotect(p, 4096, PROT_READ);
    memset(p + 4000, 3, 200); //~ read-only-write
    return 0;
}
