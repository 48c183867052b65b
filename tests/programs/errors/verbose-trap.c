// A trap may bring its own words.
int main(int argc, char **argv) {
    if (argc == 1)
        __builtin_verbose_trap("Library", "one argument too few"); //~ abort: Library: one argument too few
    return 0;
}
