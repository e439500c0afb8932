/** The JFR events: what they carry, and when they are emitted. */
package io.nmt.jfr;
