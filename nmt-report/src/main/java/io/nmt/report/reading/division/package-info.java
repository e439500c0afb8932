/** Divides the pages of a process among its users: from the sources to the lines of a reading. */
package io.nmt.report.reading.division;
