# The native entry point: hands the initial stack to __vellum_start (crt.c).
	.text
	.global _start
	.type _start, @function
_start:
	xor %ebp, %ebp
	mov %rsp, %rdi
	and $-16, %rsp
	call __vellum_start
	.size _start, .-_start
	.section .note.GNU-stack,"",@progbits
