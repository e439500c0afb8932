/** The files that are mapped into memory, and how much of each is resident. */
package io.nmt.core.mappings;
