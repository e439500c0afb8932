/**
 * The hooks, which run inside instrumented JDK methods. They depend on {@code java.base} alone, and on nothing that
 * allocates native memory. It depends on {@code java.base} alone, and on nothing that allocates native memory.
 */
package io.nmt.core.internal.hooks;
