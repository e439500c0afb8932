/** Starts JVMs and tools of every JDK of this machine, and reads what they print. */
package io.nmt.testkit;
