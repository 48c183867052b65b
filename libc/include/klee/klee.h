/* What a program can ask of the engine that explores it: the functions of KLEE's klee.h.
 *
 * A program that uses them also runs natively: `vellum cc` links a runtime that takes what is symbolic here from
 * the test case named by KTEST_FILE. What each function does there is said in parentheses. */

#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define __KLEE_NORETURN [[noreturn]]
#else
#define __KLEE_NORETURN _Noreturn
#endif

/* --- input --------------------------------------------------------------------------------------------- */

/* Makes an object symbolic. `addr` must be the start of the object and `nbytes` its size. A null or empty name
 * means "unnamed". (Natively: the bytes of the test's next object.) */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

/* A symbolic number with begin <= number < end. If there is only one, it is that one and not symbolic. */
int klee_range(int begin, int end, const char *name);

/* A symbolic number. */
int klee_int(const char *name);

/* A symbolic number below n. */
uintptr_t klee_choose(uintptr_t n);

/* --- conditions ---------------------------------------------------------------------------------------- */

/* Goes on only where the condition holds. That it cannot hold is an error of the program. */
void klee_assume(uintptr_t condition);

/* Reports a failed assertion where the expression is zero. */
#define klee_assert(expression) \
	((expression) ? (void)0 : klee_assert_fail(#expression, __FILE__, __LINE__, __func__))
__KLEE_NORETURN void klee_assert_fail(const char *expression, const char *file, unsigned line, const char *function);

/* Of all values that lead here, tests should have some for which the condition holds. (Natively: nothing.) */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* --- ends ---------------------------------------------------------------------------------------------- */

/* Ends the path with an error. The suffix names its kind. */
__KLEE_NORETURN void klee_report_error(const char *file, int line, const char *message, const char *suffix);

/* Ends the path as abort() does. */
__KLEE_NORETURN void klee_abort(void);

/* Ends the path without a test case. (Natively: exits.) */
__KLEE_NORETURN void klee_silent_exit(int status);

/* --- questions ----------------------------------------------------------------------------------------- */

/* Whether the value is symbolic. (Natively: no.) */
unsigned klee_is_symbolic(uintptr_t value);

/* Whether the program is replaying a test. (Natively: yes.) */
unsigned klee_is_replay(void);

/* Some value that the argument can have, which it has from then on. (Natively: the argument.) */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

/* The size of the object that begins at the pointer. (Natively: nobody knows; an error.) */
size_t klee_get_obj_size(void *ptr);

/* errno. */
int klee_get_errno(void);

/* --- memory -------------------------------------------------------------------------------------------- */

/* Reports an error unless the bytes are all in one object. (Natively: nothing.) */
void klee_check_memory_access(const void *address, size_t size);

/* Makes an object at a fixed address. */
void klee_define_fixed_object(void *addr, size_t nbytes);

/* Says that the object is alive as long as the program is. (Natively: nothing.) */
void klee_mark_global(void *object);

/* --- exploration (natively: nothing) ------------------------------------------------------------------- */

/* From now on, forks are (not) allowed. */
void klee_set_forking(unsigned enable);

/* Paths that part between these two meet again. */
void klee_open_merge(void);
void klee_close_merge(void);

/* --- messages (natively: warnings alone) --------------------------------------------------------------- */

void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_stack_trace(void);

#undef __KLEE_NORETURN
#ifdef __cplusplus
}
#endif

#endif
