/** Which files are mapped into memory now, and how much of them is resident. */
package io.nmt.core.mappings;
