// What a union holds is read as a number, changed, and read as a pointer.
#include <stdint.h>
#include <stdio.h>

union value {
	char *pointer;
	uintptr_t number;
	uint32_t halves[2];
};

static char text[8] = "abcdefg";

int main(void)
{
	union value v = {.pointer = text}, w;
	v.number += 3;
	putchar(*v.pointer);
	w.halves[0] = v.halves[0];
	w.halves[1] = v.halves[1];
	w.pointer += 2;
	putchar(*w.pointer);
	w.number -= 5;
	puts(w.pointer);
	return 0;
}
