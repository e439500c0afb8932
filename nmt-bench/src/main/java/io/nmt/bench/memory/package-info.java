/** What tracking takes: memory per live block, and what is left of threads that have ended. */
package io.nmt.bench.memory;
