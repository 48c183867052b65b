/* The main function of a program without one: it hands the input of a test case to a fuzz target.
 *
 * The name of this file is what the linker shows to someone who forgot to write main. */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const unsigned char *__vellum_fuzz_input(size_t *size);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);
__attribute__((__weak__)) int LLVMFuzzerInitialize(int *argc, char ***argv);

__attribute__((__weak__)) int main(int argc, char **argv)
{
	if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
	size_t size;
	const unsigned char *data = __vellum_fuzz_input(&size);
	/* A block of its own that ends where the input does: whatever checks accesses can see one past the end. */
	unsigned char *input = malloc(size);
	if (!input && size) abort();
	memcpy(input, data, size);
	LLVMFuzzerTestOneInput(input, size);
	free(input);
	return 0;
}
