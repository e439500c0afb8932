/** The memory of tracking: per live block, and of threads that have ended. */
package io.nmt.bench.memory;
