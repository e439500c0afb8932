/** The command line: commands, processes to attach to, and the terminal. */
package io.nmt.cli;
