/**
 * How long a single operation takes at the worst: while the table of live blocks grows, and while a thread walks it.
 */
package io.nmt.bench.latency;
