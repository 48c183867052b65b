// A queue in a circle, grown when it is full.
#include <stdio.h>
#include <stdlib.h>

struct queue {
	int *items, first, count, room;
};

static void push(struct queue *q, int item)
{
	if (q->count == q->room) {
		int room = q->room ? q->room * 2 : 2, *items = malloc(room * sizeof *items);
		for (int i = 0; i < q->count; i++)
			items[i] = q->items[(q->first + i) % q->room];
		free(q->items);
		*q = (struct queue){items, 0, q->count, room};
	}
	q->items[(q->first + q->count++) % q->room] = item;
}

static int pop(struct queue *q)
{
	int item = q->items[q->first];
	q->first = (q->first + 1) % q->room;
	q->count--;
	return item;
}

int main(void)
{
	struct queue q = {0};
	long sum = 0;
	for (int i = 0; i < 200; i++) {
		push(&q, i);
		if (i % 3 == 2)
			sum = sum * 3 % 1000007 + pop(&q);
	}
	printf("%ld %d %d\n", sum, q.count, q.room);
	free(q.items);
	return 0;
}
