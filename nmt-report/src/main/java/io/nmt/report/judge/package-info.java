/** What a reading means, in words: pure functions from a reading to findings and advice. */
package io.nmt.report.judge;
