/**
 * The programs that the integration tests run in other JVMs. A program depends on the JDK alone, and on nmt-core where
 * it reads the tracker's figures: these classes it gets from the boot loader, because it runs with the agent.
 */
package io.nmt.it.programs;
