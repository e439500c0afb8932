/**
 * The parts of the process's resident memory: reads all of it once, and remembers the first and the last readings.
 * Linux only. Nothing of it runs until it is asked for.
 */
package io.nmt.report.reading;
