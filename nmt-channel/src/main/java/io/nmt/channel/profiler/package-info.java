/** The native library of async-profiler, which is inside the jar, as a file that a JVM can load. */
package io.nmt.channel.profiler;
