/** Judges a reading: pure functions to findings and advice. */
package io.nmt.report.judge;
