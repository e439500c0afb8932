/** Pools of libraries: which of the live blocks are their chunks, and how much of these the application uses. */
package io.nmt.core.internal.pools;
