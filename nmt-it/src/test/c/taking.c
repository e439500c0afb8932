/* Takes memory by malloc, in ways that a program knows. The names of the first functions are those of its native methods. */
#include <stdlib.h>
#include <stdint.h>

__attribute__((noinline)) void keep_blocks(int64_t bytes, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        if (malloc(bytes) == NULL) {
            abort();
        }
    }
}

__attribute__((noinline)) static void turn_over(int64_t bytes, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        char *block = malloc(bytes);
        *(volatile char *) block = 1;
        free(block);
    }
}

void Java_io_nmt_it_programs_NativeMallocs_keep(void *env, void *type, int64_t bytes, int64_t count) {
    keep_blocks(bytes, count);
}

void Java_io_nmt_it_programs_NativeMallocs_churn(void *env, void *type, int64_t bytes, int64_t count) {
    turn_over(bytes, count);
}

int64_t Java_io_nmt_it_programs_NativeMallocs_keepAddress(void *env, void *type) {
    return (int64_t) (intptr_t) &keep_blocks;
}
