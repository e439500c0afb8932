/**
 * The screen of {@code top}: what a process tells ({@code Model}), what the user looks at ({@code View}), and pure
 * functions from both to lines ({@code Screen}). The terminal is at its edge ({@code LiveTop}). In the command's JVM
 * alone.
 */
package io.nmt.cli.top;
