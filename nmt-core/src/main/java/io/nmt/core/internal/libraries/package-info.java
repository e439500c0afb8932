/** The hooks in classes of libraries. Loaded only once such a library is there. */
package io.nmt.core.internal.libraries;
