/** Processes: found, checked, attached to and asked. */
package io.nmt.cli.process;
