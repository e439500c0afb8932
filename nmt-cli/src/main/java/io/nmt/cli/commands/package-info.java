/** Commands: one class each, with its arguments and what it prints. */
package io.nmt.cli.commands;
