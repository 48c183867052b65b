/* What the engine offers to a program it explores, for a program that runs natively: klee_*, vellum_* and __VERIFIER_*.
 *
 * What is symbolic in the engine comes here from the test case in the file KTEST_FILE, in the order in which the
 * engine made it. A test that does not fit the program ends it with a message and the status WRONG_TEST, unless
 * KLEE_RUN_TEST_ERRORS_NON_FATAL is set; a damaged one always does. Objects of the program's surroundings
 * (arguments, files) are passed over: whoever started the program has seen to them.
 *
 * All is weak: a program may bring any of these functions itself. Nothing but vellum_alloc_many allocates: the
 * program's malloc may be its own. crates/report/src/ktest.rs describes the format. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define WEAK __attribute__((__weak__))

/* As sysexits.h has it: the input data was incorrect. */
enum { WRONG_TEST = 65, FOUND = 1 };

struct object {
	const unsigned char *name, *bytes;
	uint32_t name_length, length;
};

/* The file and the place of the next object in it. */
static const unsigned char *file;
static size_t file_length, position, first_object;
static uint32_t objects, next_object;

/* --- messages ------------------------------------------------------------------------------------------ */

#define ERROR "KLEE_RUN_TEST_ERROR: "

static void tell(const char *format, va_list arguments)
{
	char text[1024];
	int length = vsnprintf(text, sizeof text - 1, format, arguments);
	if (length < 0) length = 0;
	if ((size_t)length > sizeof text - 2) length = sizeof text - 2;
	text[length++] = '\n';
	/* Nobody can be told that the message could not be written. */
	if (write(2, text, length) < 0) return;
}

static void say(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	tell(format, arguments);
	va_end(arguments);
}

/* The program cannot go on with this test, unless someone insists. */
static void complain(int status, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	tell(format, arguments);
	va_end(arguments);
	if (!getenv("KLEE_RUN_TEST_ERRORS_NON_FATAL")) exit(status);
	say(ERROR "going on, as KLEE_RUN_TEST_ERRORS_NON_FATAL demands");
}

/* There is no test to go on with; the program is at fault. */
#define unusable(...) (say(ERROR __VA_ARGS__), exit(WRONG_TEST))
#define found(...) (say(__VA_ARGS__), exit(FOUND))

/* --- the test ------------------------------------------------------------------------------------------ */

static const unsigned char *take_bytes(size_t length, const char *what)
{
	if (length > file_length - position)
		unusable("%s is damaged: at byte %zu, %s should have %zu bytes; only %zu are left",
			getenv("KTEST_FILE"), position, what, length, file_length - position);
	position += length;
	return file + position - length;
}

static uint32_t take_number(const char *what)
{
	const unsigned char *bytes = take_bytes(4, what);
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static struct object take_object(void)
{
	struct object object;
	object.name_length = take_number("the length of a name");
	object.name = take_bytes(object.name_length, "an object's name");
	object.length = take_number("the length of an object");
	object.bytes = take_bytes(object.length, "an object");
	return object;
}

static void map_file(const char *path)
{
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &status) < 0)
		unusable("%s: %s", path, strerror(errno));
	file_length = status.st_size;
	file = mmap(0, file_length + !file_length, PROT_READ, MAP_PRIVATE, fd, 0);
	if (file == MAP_FAILED)
		unusable("%s: %s", path, strerror(errno));
	close(fd);
}

/* Reads the whole file once, so that what follows need not look for damage. */
static void load(void)
{
	if (file) return;
	const char *path = getenv("KTEST_FILE");
	if (!path)
		unusable("KTEST_FILE is not set: this program takes its input from a test case "
			"(vellum replay --native TEST PROGRAM)");
	map_file(path);
	int known = file_length >= 5 && (!memcmp(file, "KTEST", 5) || !memcmp(file, "BOUT\n", 5));
	if (!known) unusable("%s is not a test case", path);
	position = 5;
	uint32_t version = take_number("the version");
	if (version < 1 || version > 3)
		unusable("%s is a test case of version %u", path, version);
	for (uint32_t left = take_number("the number of arguments"); left; left--)
		take_bytes(take_number("the length of an argument"), "an argument");
	if (version >= 2) take_bytes(8, "the symbolic arguments");
	objects = take_number("the number of objects");
	first_object = position;
	for (uint32_t left = objects; left; left--) take_object();
	if (position != file_length)
		unusable("%s is damaged: it goes on after byte %zu", path, position);
	position = first_object;
}

/* --- names --------------------------------------------------------------------------------------------- */

static int is(const struct object *object, const char *name)
{
	return object->name_length == strlen(name) && !memcmp(object->name, name, object->name_length);
}

/* Whether the object has this name and a number, as the second of a name has where names are unique. */
static int is_numbered(const struct object *object, const char *name)
{
	size_t length = strlen(name), i = length + 1;
	if (object->name_length <= i || memcmp(object->name, name, length) || object->name[length] != '_') return 0;
	while (i < object->name_length && object->name[i] >= '0' && object->name[i] <= '9') i++;
	return i == object->name_length;
}

static int is_digit(unsigned char c)
{
	return c >= '0' && c <= '9';
}

/* Whether the object is part of the program's surroundings. */
static int is_environment(const struct object *object)
{
	static const char *const names[] = {"n_args", "stdin", "stdout", "model_version", "read_fail", "write_fail",
		"close_fail", "ftruncate_fail", "getcwd_fail", "malloc_fail"};
	struct object o = *object;
	if (o.name_length > 5 && (!memcmp(o.name + o.name_length - 5, "_stat", 5)
			|| !memcmp(o.name + o.name_length - 5, "-stat", 5)))
		o.name_length -= 5;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (is(&o, names[i])) return 1;
	if (is_numbered(&o, "n_args")) return 1;
	if (o.name_length == 6 && o.name[0] >= 'A' && o.name[0] <= 'Z'
			&& (!memcmp(o.name + 1, "_data", 5) || !memcmp(o.name + 1, "-data", 5)))
		return 1;
	return (o.name_length == 4 || o.name_length == 5) && !memcmp(o.name, "arg", 3) && is_digit(o.name[3])
		&& is_digit(o.name[o.name_length - 1]);
}

/* --- input --------------------------------------------------------------------------------------------- */

static int random_input(unsigned char *to, size_t length)
{
	static int state = -1;
	if (state < 0) {
		state = getenv("KLEE_RANDOM") != 0;
		srand((unsigned)(time(0) ^ getpid()));
	}
	for (size_t i = 0; state && i < length; i++) to[i] = rand() >> 7;
	return state;
}

/* The next object that is not of the surroundings, unless that is what is asked for. */
static int next(struct object *object, const char *name)
{
	while (next_object < objects) {
		*object = take_object();
		next_object++;
		/* KLEE's own tools cannot write objects of no bytes; they mean nothing to us either. */
		if (object->length && (is(object, name) || !is_environment(object))) return 1;
	}
	return 0;
}

/* Whether an object before the one just taken has exactly this name. */
static int was_before(const char *name)
{
	size_t here = position;
	int found_it = 0;
	position = first_object;
	for (uint32_t left = next_object - 1; left && !found_it; left--) {
		struct object object = take_object();
		found_it = is(&object, name);
	}
	position = here;
	return found_it;
}

/* Copies the next object to a place that the program calls `name`, or by that name's other form. */
static void take(void *to, size_t length, const char *name, const char *other)
{
	struct object object;
	if (!length || random_input(to, length)) return;
	load();
	if (!next(&object, name)) {
		complain(WRONG_TEST, ERROR "out of inputs: the program wants \"%s\", but the test has no more objects",
			name);
		memset(to, 0, length);
		return;
	}
	int fits = is(&object, name) || is(&object, other)
		|| (is_numbered(&object, name) && was_before(name));
	if (!fits)
		complain(WRONG_TEST, ERROR "object name mismatch: the program wants \"%s\", but the test has \"%.*s\"",
			name, (int)object.name_length, object.name);
	size_t common = length < object.length ? length : object.length;
	if (length != object.length)
		complain(WRONG_TEST, ERROR "object sizes differ: \"%s\" has %zu bytes in the program, %u in the test",
			name, length, object.length);
	memcpy(to, object.bytes, common);
	memset((char *)to + common, 0, length - common);
}

WEAK void klee_make_symbolic(void *to, size_t length, const char *name)
{
	if (!name || !*name) name = "unnamed";
	take(to, length, name, name);
}

WEAK int klee_int(const char *name)
{
	int value = 0;
	klee_make_symbolic(&value, sizeof value, name);
	return value;
}

WEAK int klee_range(int begin, int end, const char *name)
{
	if (begin >= end) found("klee_range(%d, %d, \"%s\"): the range is empty", begin, end, name ? name : "");
	if (begin + 1 == end) return begin;
	int value = klee_int(name);
	if (value < begin || value >= end)
		complain(WRONG_TEST, ERROR "klee_range(%d, %d, \"%s\"): the test has %d", begin, end, name ? name : "",
			value);
	return value;
}

WEAK uintptr_t klee_choose(uintptr_t n)
{
	uintptr_t value = 0;
	klee_make_symbolic(&value, sizeof value, "klee_choose");
	if (value >= n) complain(WRONG_TEST, ERROR "klee_choose(%zu): the test has %zu", (size_t)n, (size_t)value);
	return value;
}

/* The input of a fuzz target: the object `data`, and of it only as many bytes as the object `size` says, if there
 * is one. Without either, the input is empty. */
__attribute__((__visibility__("hidden"))) const unsigned char *__vellum_fuzz_input(size_t *size)
{
	struct object object, data = {0};
	uint64_t stated = UINT64_MAX;
	load();
	for (next_object = 0, position = first_object; next_object < objects; next_object++) {
		object = take_object();
		if (is(&object, "data") && !data.bytes) data = object;
		if (is(&object, "size") && object.length == sizeof stated) memcpy(&stated, object.bytes, sizeof stated);
	}
	/* The target itself may want the objects that are not its input. */
	next_object = 0, position = first_object;
	if (stated != UINT64_MAX && stated > data.length)
		complain(WRONG_TEST, ERROR "the input should have %llu bytes, but the test has %u",
			(unsigned long long)stated, data.length);
	*size = stated < data.length ? stated : data.length;
	return data.bytes;
}

/* --- the rest of klee.h -------------------------------------------------------------------------------- */

WEAK void klee_assume(uintptr_t condition)
{
	if (!condition) complain(FOUND, ERROR "invalid klee_assume: the condition does not hold");
}

WEAK _Noreturn void klee_report_error(const char *path, int line, const char *message, const char *suffix)
{
	found("%s:%d: %s (%s)", path ? path : "?", line, message ? message : "", suffix ? suffix : "");
}

WEAK _Noreturn void klee_assert_fail(const char *expression, const char *path, unsigned line, const char *function)
{
	say("Assertion failed: %s (%s: %s: %u)", expression, path, function, line);
	abort();
}

WEAK _Noreturn void klee_abort(void) { abort(); }
WEAK _Noreturn void klee_silent_exit(int status) { exit(status); }
WEAK unsigned klee_is_symbolic(uintptr_t value) { (void)value; return 0; }
WEAK unsigned klee_is_replay(void) { return 1; }
WEAK int klee_get_errno(void) { return errno; }
WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int32_t klee_get_value_i32(int32_t value) { return value; }
WEAK int64_t klee_get_value_i64(int64_t value) { return value; }

WEAK size_t klee_get_obj_size(void *pointer)
{
	complain(WRONG_TEST, ERROR "klee_get_obj_size(%p): natively nobody knows", pointer);
	return 0;
}

WEAK void klee_define_fixed_object(void *address, size_t length)
{
	uintptr_t page = 4096, begin = (uintptr_t)address & -page, end = ((uintptr_t)address + length + page - 1) & -page;
	enum { NOREPLACE = 0x100000 };
	void *got = mmap((void *)begin, end - begin, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | NOREPLACE, -1, 0);
	/* The page may hold another such object, or something else; and the kernel may be too old to say which. */
	if (got != (void *)begin && (got != MAP_FAILED || errno != EEXIST))
		unusable("klee_define_fixed_object(%p, %zu): the address is not available", address, length);
}

WEAK void klee_warning(const char *message) { say("WARNING: %s", message); }

WEAK void klee_warning_once(const char *message)
{
	static const char *told[64];
	size_t i = 0;
	while (i < 64 && told[i] && told[i] != message) i++;
	if (i == 64 || told[i]) return;
	told[i] = message;
	klee_warning(message);
}

WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_check_memory_access(const void *address, size_t length) { (void)address, (void)length; }
WEAK void klee_mark_global(void *object) { (void)object; }
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *name, int value) { (void)name, (void)value; }
WEAK void klee_stack_trace(void) {}

/* --- SV-COMP and Test-Comp ----------------------------------------------------------------------------- */

/* An object is called like the function that made it or, in tests of KLEE's relatives, like its type. */
#define NONDET(name, type, called) \
	WEAK type __VERIFIER_nondet_##name(void) \
	{ \
		type value = 0; \
		take(&value, sizeof value, "__VERIFIER_nondet_" #name, called); \
		return value; \
	}

NONDET(char, char, "char")
NONDET(uchar, unsigned char, "unsigned char")
NONDET(unsigned_char, unsigned char, "unsigned char")
NONDET(short, short, "short")
NONDET(ushort, unsigned short, "unsigned short")
NONDET(int, int, "int")
NONDET(uint, unsigned, "unsigned int")
NONDET(unsigned, unsigned, "unsigned int")
NONDET(unsigned_int, unsigned, "unsigned int")
NONDET(long, long, "long")
NONDET(ulong, unsigned long, "unsigned long")
NONDET(longlong, long long, "long long")
NONDET(ulonglong, unsigned long long, "unsigned long long")
NONDET(float, float, "float")
NONDET(double, double, "double")
NONDET(size_t, size_t, "size_t")
NONDET(pchar, char *, "char *")
NONDET(pointer, void *, "void *")
NONDET(u8, uint8_t, "unsigned char")
NONDET(u16, uint16_t, "unsigned short")
NONDET(u32, uint32_t, "unsigned int")
NONDET(u64, uint64_t, "unsigned long")
NONDET(loff_t, long long, "loff_t")
NONDET(sector_t, unsigned long, "sector_t")
NONDET(int128, __int128, "__int128")
NONDET(uint128, unsigned __int128, "unsigned __int128")

WEAK _Bool __VERIFIER_nondet_bool(void)
{
	unsigned char value = 0;
	take(&value, sizeof value, "__VERIFIER_nondet_bool", "_Bool");
	if (value > 1) complain(WRONG_TEST, ERROR "__VERIFIER_nondet_bool: the test has %d", value);
	return value & 1;
}

WEAK void __VERIFIER_nondet_memory(void *to, size_t length)
{
	take(to, length, "__VERIFIER_nondet_memory", "memory");
}

/* A path on which an assumption fails is none; it ends without an error, as in the engine. */
WEAK void __VERIFIER_assume(int condition)
{
	if (!condition) exit(0);
}

WEAK _Noreturn void reach_error(void)
{
	klee_assert_fail("0", "reach_error", 0, "reach_error");
}

WEAK _Noreturn void __VERIFIER_error(void)
{
	klee_assert_fail("0", "__VERIFIER_error", 0, "__VERIFIER_error");
}

WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}

WEAK void vellum_print_block(const char *name, const void *block, size_t word)
{
	(void)name, (void)block, (void)word;
}

/* --- blocks -------------------------------------------------------------------------------------------- */

WEAK void vellum_free_many(void **blocks, size_t count)
{
	if (!blocks) return;
	for (size_t number = 0; number < count; number++) free(blocks[number]);
	free(blocks);
}

WEAK void **vellum_alloc_many(size_t count, size_t size)
{
	if (count > SIZE_MAX / sizeof(void *)) return 0;
	void **blocks = malloc(count * sizeof *blocks);
	for (size_t number = 0; blocks && number < count; number++) {
		/* What malloc makes of no bytes may be null. */
		if ((blocks[number] = malloc(size)) || !size) continue;
		vellum_free_many(blocks, number);
		return 0;
	}
	return blocks;
}
