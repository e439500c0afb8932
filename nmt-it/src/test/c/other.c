/* A library with a malloc of its own, which it does not use. */
#include <stddef.h>

static char memory[64];

void *malloc(size_t bytes) {
    return bytes <= sizeof memory ? memory : NULL;
}

void free(void *block) {
}
