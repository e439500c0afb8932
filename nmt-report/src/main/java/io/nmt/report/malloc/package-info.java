/** Profiles of native libraries, by library and call stack: from async-profiler and jemalloc. */
package io.nmt.report.malloc;
