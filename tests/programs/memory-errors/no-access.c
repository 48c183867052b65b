// A guard page is a page that may not be touched.
#include <string.h>
#include <sys/mman.h>

int main(void) {
    char *p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(p + 4096, 4096, PROT_NONE);
    memset(p, 'x', 4096);
    int sum = 0;
    for (int i = 0; i <= 4096; i++)
        sum += p[i]; //~ out-of-bounds: in a page that may not be accessed (PROT_NONE or unmapped)
    return sum;
}
