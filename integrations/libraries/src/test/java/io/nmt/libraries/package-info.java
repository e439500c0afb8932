/**
 * Real libraries at real work, each in a JVM of its own, without the agent and with it: {@code mvn -Plibraries verify}.
 * What they do is the same, what they take is seen in the right category, what they give back is gone, and what they
 * leak is found.
 */
package io.nmt.libraries;
