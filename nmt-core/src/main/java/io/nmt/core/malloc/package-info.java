/** What native code has malloced in a time and not freed, by library and call stack, as async-profiler's events tell. */
package io.nmt.core.malloc;
