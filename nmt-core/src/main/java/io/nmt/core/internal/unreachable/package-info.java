/** Finds unreachable memory that is not freed yet, by a garbage collection on demand. */
package io.nmt.core.internal.unreachable;
