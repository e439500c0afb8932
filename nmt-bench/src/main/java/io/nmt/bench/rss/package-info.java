/** What it costs to tell where resident memory is. */
package io.nmt.bench.rss;
