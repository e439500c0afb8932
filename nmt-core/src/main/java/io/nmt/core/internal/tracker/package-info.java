/** Keeps the books: ties the live blocks to the counters. */
package io.nmt.core.internal.tracker;
