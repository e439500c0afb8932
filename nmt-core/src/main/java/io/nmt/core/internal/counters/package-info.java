/** Live bytes and blocks per category, counted per thread, and their peaks. */
package io.nmt.core.internal.counters;
