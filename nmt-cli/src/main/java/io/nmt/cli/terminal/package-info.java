/** Output for people: fitted to the terminal, with colors and a progress bar. */
package io.nmt.cli.terminal;
