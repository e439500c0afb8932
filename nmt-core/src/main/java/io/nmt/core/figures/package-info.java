/** Arithmetic on figures over time that the tracker and reports share. For nmt's own use. */
package io.nmt.core.figures;
