/** Compares the estimate of the JVM's memory from malloc with HotSpot's own tracking, over many programs. */
package io.nmt.bench.calibration;
