/** Reads recordings back: what was held at their end, by category, by call site and in resident memory. */
package io.nmt.jfr.recordings;
