// From a member to its structure, and along an intrusive list to the next.
#include <stddef.h>
#include <stdio.h>

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
#define OLD_OFFSET(type, member) ((size_t)&((type *)0)->member)

struct list {
	struct list *next;
};

struct task {
	int id;
	char name[9];
	struct list link;
};

int main(void)
{
	struct list head = {&head};
	struct task tasks[3] = {{1, "one", {0}}, {2, "two", {0}}, {3, "three", {0}}};
	for (int i = 0; i < 3; i++) {
		tasks[i].link.next = head.next;
		head.next = &tasks[i].link;
	}
	for (struct list *l = head.next; l != &head; l = l->next)
		printf("%d %s\n", container_of(l, struct task, link)->id, container_of(l, struct task, link)->name);
	char *name = tasks[1].name;
	struct task *t = (struct task *)(name - OLD_OFFSET(struct task, name));
	printf("%d %d\n", t->id, OLD_OFFSET(struct task, link) == offsetof(struct task, link));
	return 0;
}
