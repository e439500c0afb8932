/** Values for the screen of {@code top}: the process sends them as a report, the command reads that. */
package io.nmt.report.top;
