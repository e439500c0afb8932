/** The remains of ended processes: read, grouped by process, and reported. */
package io.nmt.cli.postmortem;
