/** The truth table: planted processes, and all surfaces that tell of them. */
package io.nmt.it.truth;
