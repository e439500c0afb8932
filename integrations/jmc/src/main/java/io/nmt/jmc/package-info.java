/** Rules of JDK Mission Control that judge native memory in recordings. */
package io.nmt.jmc;
