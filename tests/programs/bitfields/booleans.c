// _Bool, enums and wrap-around in fields.
#include <stdbool.h>
#include <stdio.h>

enum level { LOW, MIDDLE, HIGH };

struct state {
	bool on : 1;
	enum level level : 2;
	int turn : 3;
	unsigned long long big : 63;
};

int main(void)
{
	struct state s = {.on = 17, .level = HIGH, .turn = 3, .big = -1};
	for (int i = 0; i < 10; i++) {
		s.turn++;
		s.on = !s.on;
		printf("%d%d ", s.turn, s.on);
	}
	printf("\n%d %llx\n", s.level, (unsigned long long)s.big);
	return 0;
}
