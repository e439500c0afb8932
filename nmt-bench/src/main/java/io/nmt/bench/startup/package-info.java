/** The cost of the agent at the start of a JVM. */
package io.nmt.bench.startup;
