/* The triggers of a table in SQLite: 15 with names of their own, then two whose name is one symbolic letter.
   After section 4.4 of "A Segmented Memory Model for Symbolic Execution" (FSE 2019).

   The zero behind the last statements stays symbolic, as it does in what the paper measured: without it, the text
   goes on beyond its end. With -DTERMINATED it is a zero. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "klee/klee.h"
#include "sqlite3.h"

#define TRIGGERS 15
#define PAGES 4
#define PAGE_SIZE 4400

static void run(sqlite3 *database, const char *statement) {
    sqlite3_stmt *prepared;
    if (sqlite3_prepare_v2(database, statement, -1, &prepared, NULL) == SQLITE_OK)
        sqlite3_step(prepared);
}

static void run_and_end(sqlite3 *database, const char *statement) {
    char *message = NULL;
    if (sqlite3_exec(database, statement, NULL, NULL, &message) != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", statement, message);
        exit(1);
    }
}

static const char unnamed[] =
    "create trigger ? after insert on tbl begin insert into tbl values(1,2); end;";

static void symbolic_trigger(sqlite3 *database) {
    size_t length = strlen(unnamed);
    size_t name = strchr(unnamed, '?') - unnamed;
    char *statement = malloc(length + 1);
    klee_make_symbolic(statement, length + 1, "statement");
    for (size_t at = 0; at < length; at++)
        if (at != name)
            statement[at] = unnamed[at];
#ifdef TERMINATED
    statement[length] = 0;
#endif
    klee_assume(statement[name] > 'a');
    klee_assume(statement[name] < 'z');
    run(database, statement);
}

int main(void) {
    sqlite3_config(SQLITE_CONFIG_PAGECACHE, malloc(PAGES * PAGE_SIZE), PAGE_SIZE, PAGES);
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 80, 15);
    sqlite3 *database;
    if (sqlite3_open(":memory:", &database) != SQLITE_OK)
        return 1;
    run_and_end(database, "PRAGMA journal_mode = OFF");
    run_and_end(database, "create table tbl(a int, b int)");
    for (int number = 0; number < TRIGGERS; number++) {
        char statement[128];
        char name[16] = "t";
        if (number > 0)
            snprintf(name, sizeof name, "trig%d", number);
        snprintf(statement, sizeof statement,
                 "create trigger %s after insert on tbl begin insert into tbl values(1,2); end;", name);
        run_and_end(database, statement);
    }
    symbolic_trigger(database);
    symbolic_trigger(database);
    return 0;
}
