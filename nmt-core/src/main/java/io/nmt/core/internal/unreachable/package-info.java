/** What is unreachable but not freed yet: found out by a garbage collection, on demand. */
package io.nmt.core.internal.unreachable;
