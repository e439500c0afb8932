/** What the comparisons share: their command line, child JVMs, medians over runs that alternate, and Markdown. */
package io.nmt.bench.support;
