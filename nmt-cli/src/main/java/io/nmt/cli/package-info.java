/** The command line starts here: {@code Main} has the table of commands. */
package io.nmt.cli;
