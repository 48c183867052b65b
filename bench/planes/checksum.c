// Fletcher's checksum of a message, before and after a byte at a symbolic place was changed.
#include <assert.h>
#include <klee/klee.h>

#define N 10

static unsigned sum(const unsigned char *message)
{
	unsigned a = 0, b = 0;
	for (int i = 0; i < N; i++) {
		a += message[i];
		b += a;
	}
	return (b & 0xffff) << 16 | (a & 0xffff);
}

int main(void)
{
	unsigned char message[N] = "checksums";
	unsigned at;
	unsigned char by;
	klee_make_symbolic(&at, sizeof at, "at");
	klee_make_symbolic(&by, sizeof by, "by");
	klee_assume(at < N);
	klee_assume(by != 0);
	unsigned before = sum(message);
	message[at] ^= by;
	assert(sum(message) != before);
	return 0;
}
