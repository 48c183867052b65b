/* Functions that programs use if a configuration script found them in the C library of `vellum cc`, musl, and that the
 * host's may not have; `musl.c` defines them. No header is included: programs say first which features they want. */

#ifdef __cplusplus
extern "C" {
#endif

struct _IO_FILE;
unsigned long __freadahead(struct _IO_FILE *);
const char *__freadptr(struct _IO_FILE *, unsigned long *);
void __freadptrinc(struct _IO_FILE *, unsigned long);
void __fseterr(struct _IO_FILE *);

#ifdef __cplusplus
}
#endif
