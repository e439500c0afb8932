/** The longest time of a single operation: while the table of live blocks grows, and while a thread walks it. */
package io.nmt.bench.latency;
