/** What Netty's own JFR events tell: buffers and chunks that were allocated and freed, by allocator and call site. */
package io.nmt.report.netty;
