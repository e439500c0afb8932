/** The parts of the JDK that the tracker uses and the JDK exports to no other module. */
package io.nmt.core.internal.jdk;
