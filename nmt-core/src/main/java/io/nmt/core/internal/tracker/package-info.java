/** Keeps the books, and reads them: ties the live blocks to the counters. */
package io.nmt.core.internal.tracker;
