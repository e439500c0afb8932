/** What a process tells the screen of {@code top}: values, and how they are written and read. */
package io.nmt.report.top;
