/** The one door to the tracker's inside for code that reads figures: reports, events, commands. */
package io.nmt.core.reader;
