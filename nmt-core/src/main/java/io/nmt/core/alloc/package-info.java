/** Tracked allocation for libraries. */
package io.nmt.core.alloc;
