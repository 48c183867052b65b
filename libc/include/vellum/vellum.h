/* What a program can ask of Vellum beyond KLEE's klee.h.
 *
 * A program that uses these functions also runs natively: `vellum cc` links a runtime that has them. What each does
 * there is said in parentheses. */

#ifndef VELLUM_H
#define VELLUM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Allocates `count` blocks of `size` bytes each, as malloc does, and a table of pointers to them, which is a block of
 * its own. Both numbers may be symbolic: no path is made for each count, and blocks[i] with a symbolic i leads to one of
 * the blocks, and to none where i >= count. Null where there is no memory. Paths with symbolically many blocks, more than
 * 1024, are stopped. Blocks may be freed one by one, too. (Natively: count + 1 calls of malloc.) */
void **vellum_alloc_many(size_t count, size_t size);

/* Frees the first `count` blocks of such a table, and the table. `count` may be symbolic. Does nothing where `blocks` is
 * null. (Natively: calls of free.) */
void vellum_free_many(void **blocks, size_t count);

/* Says how memory holds the block that `block` points into, in words of `word` bytes (1, 2, 4 or 8): its size, what is at
 * known places, and what was written at symbolic ones, the oldest first. docs/planes.md explains it by an example.
 * (Natively: nothing.) */
void vellum_print_block(const char *name, const void *block, size_t word);

#ifdef __cplusplus
}
#endif

#endif
