// A realloc or reallocarray that fails leaves the old block as it was, and posix_memalign returns the reason and keeps errno.
//@ run: --malloc-fail 1
//@ exits: 0 1 2 3 4
//@ paths: 5
#include <errno.h>
#include <stdlib.h>

int main(void)
{
	char *block = malloc(2);
	if (!block)
		return 1;
	block[0] = 'x';
	char *larger = realloc(block, 100);
	if (!larger) {
		char kept = block[0];
		free(block);
		return kept == 'x' && errno == ENOMEM ? 2 : 9;
	}
	char *several = reallocarray(larger, 20, 20);
	if (!several) {
		char kept = larger[0];
		free(larger);
		return kept == 'x' ? 3 : 9;
	}
	void *aligned = several;
	errno = 0;
	int error = posix_memalign(&aligned, 64, 10);
	if (error)
		return error == ENOMEM && !errno && aligned == several ? (free(several), 4) : 9;
	free(aligned);
	free(several);
	return 0;
}
