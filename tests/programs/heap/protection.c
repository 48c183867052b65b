// Memory that is reserved first and made usable page by page.
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    size_t page = 4096;
    char *p = mmap(0, 8 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mprotect(p + page, 2 * page, PROT_READ | PROT_WRITE) != 0)
        return 1;
    // The access crosses a page, and the string ends right before the guard.
    memset(p + page, 'a', 2 * page);
    strcpy(p + 3 * page - 6, "guard");
    printf("%s %zu\n", p + 3 * page - 6, strlen(p + page));
    printf("%d\n", access(p + 3 * page - 6, F_OK));
    // A file's name may end where reading ends, and what is mapped over it is fresh.
    char *q = mmap(p + 4 * page, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    q[0] = 1;
    mprotect(p, 8 * page, PROT_READ);
    printf("%d %d %d\n", q == p + 4 * page, p[page], q[0]);
    printf("%d %d\n", mprotect(p + 1, page, PROT_READ), mprotect(p, 0, PROT_NONE));
    mprotect(p, 8 * page, PROT_READ | PROT_WRITE | PROT_EXEC);
    memset(p, 0, 8 * page);
    printf("%d\n", munmap(p, 8 * page));
    return 0;
}
