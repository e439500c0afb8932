/**
 * The programs that the tests of libraries run in other JVMs. A program depends on its library, and on nmt-core where
 * it reads the tracker's figures: these classes it gets from the boot loader if it runs with the agent.
 */
package io.nmt.libraries.programs;
