/** Stands in for Netty, whose own objects are too large to pass a bound in a small heap. */
package io.nmt.it.programs.netty.buffer;
