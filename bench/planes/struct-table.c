// A table of accounts: money goes from one to another, at symbolic places, and none is lost.
#include <assert.h>
#include <klee/klee.h>

#define N 8

struct account {
	unsigned number;
	int balance;
	unsigned char uses;
};

int main(void)
{
	struct account accounts[N];
	unsigned char in[4];
	int sum = 0;
	klee_make_symbolic(in, sizeof in, "in");
	for (unsigned i = 0; i < N; i++)
		accounts[i] = (struct account){i, 100, 0};
	for (int i = 0; i < 4; i += 2) {
		struct account *from = &accounts[in[i] % N], *to = &accounts[in[i + 1] % N];
		from->balance -= 30;
		to->balance += 30;
		from->uses++;
	}
	for (unsigned i = 0; i < N; i++)
		sum += accounts[i].balance;
	assert(sum == 100 * N);
	return accounts[in[0] % N].number >= N;
}
