/** The JDK methods that call the tracker's hooks, and the bytecode of these calls. */
package io.nmt.agent.instrument;
