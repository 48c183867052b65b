ifdef(`NAME', `NAME is set', `not set')
ifdef(`EMPTY', `EMPTY is set to "EMPTY"')
ifdef(`NAME2', set, unset)
define(`NAME', `NAME and more')dnl
