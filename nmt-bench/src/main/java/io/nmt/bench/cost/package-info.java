/**
 * The cost of tracking an allocation: JMH benchmarks, and comparisons of the same benchmark with and without a tracker.
 */
package io.nmt.bench.cost;
