/** Data structures for hooks: without locks, so that no error leaves one behind. */
package io.nmt.core.internal.concurrent;
