/** The command line: what the user types, which processes it is about, and what the user sees. */
package io.nmt.cli;
