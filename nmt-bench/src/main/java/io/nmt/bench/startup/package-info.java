/** What the agent adds to the start of a JVM. */
package io.nmt.bench.startup;
