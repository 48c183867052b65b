divert(-1)
define(`forloop', `pushdef(`$1', `$2')_forloop($@)popdef(`$1')')
define(`_forloop', `$4`'ifelse($1, `$3', `', `define(`$1', incr($1))$0($@)')')
define(`foreach', `pushdef(`$1')_foreach($@)popdef(`$1')')
define(`_arg1', `$1')
define(`_foreach', `ifelse(`$2', `()', `', `define(`$1', _arg1$2)$3`'$0(`$1', (shift$2), `$3')')')
divert(0)dnl
forloop(`i', 1, 10, `i squared is eval(i * i)
')dnl
foreach(`x', (red, green, blue), `<x>')
forloop(`r', 1, 5, `forloop(`c', 1, r, `*')
')dnl
