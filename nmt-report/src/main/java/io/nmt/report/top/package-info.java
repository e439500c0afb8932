/** Values for the screen of {@code top}, written by the process and read by the command. */
package io.nmt.report.top;
