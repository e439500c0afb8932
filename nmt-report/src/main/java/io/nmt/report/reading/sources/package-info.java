/** What the system, HotSpot and malloc tell of memory: each class reads one of them, and returns values. */
package io.nmt.report.reading.sources;
