/** A wrapper of memory functions, as applications have their own. */
package io.nmt.it.programs.offheap;
