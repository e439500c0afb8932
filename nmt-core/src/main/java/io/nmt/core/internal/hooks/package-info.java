/**
 * What runs inside instrumented JDK methods. It depends on {@code java.base} alone, and on nothing that allocates
 * native memory.
 */
package io.nmt.core.internal.hooks;
