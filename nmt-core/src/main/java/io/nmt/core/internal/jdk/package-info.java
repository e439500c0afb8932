/** What the tracker uses of the JDK that the JDK exports to no other module. */
package io.nmt.core.internal.jdk;
