/** Reads recordings back: what was held at their end, by category and by call site, and what differs between two. */
package io.nmt.jfr.recordings;
