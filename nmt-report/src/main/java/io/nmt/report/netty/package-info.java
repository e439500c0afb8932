/** Netty's own JFR events: buffers and chunks, by allocator and call site. */
package io.nmt.report.netty;
