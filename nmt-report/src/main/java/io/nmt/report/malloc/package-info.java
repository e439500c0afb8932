/** What native code has malloced and not freed, by library and call stack: from async-profiler and jemalloc. */
package io.nmt.report.malloc;
