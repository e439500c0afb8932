/**
 * The shared parts of the comparisons: their command line, child JVMs, medians over runs that alternate, and Markdown.
 */
package io.nmt.bench.support;
