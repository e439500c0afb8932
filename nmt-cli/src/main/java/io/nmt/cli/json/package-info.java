/** Answers of a process and evidence, read from JSON. */
package io.nmt.cli.json;
