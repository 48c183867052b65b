m4_define(`f', `<$1>')m4_dnl
f(m4_len(abc)) len(abc) define(x, y)
