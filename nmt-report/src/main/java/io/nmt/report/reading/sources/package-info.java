/** Reads the system, HotSpot and malloc: one class each, which returns values. */
package io.nmt.report.reading.sources;
