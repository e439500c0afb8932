/** Suspects of leaks, and the collections that show which memory is no garbage. */
package io.nmt.report.leaks;
