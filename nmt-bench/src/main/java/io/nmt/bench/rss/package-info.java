/** The cost of a reading of resident memory. */
package io.nmt.bench.rss;
