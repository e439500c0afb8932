/**
 * C functions that allocate, called through the JDK's {@code Linker}: finds their handles and wraps them. Loaded only
 * once that is used.
 */
package io.nmt.core.internal.linker;
