/** The end of the JVM: what the agent does then. */
package io.nmt.agent.exit;
