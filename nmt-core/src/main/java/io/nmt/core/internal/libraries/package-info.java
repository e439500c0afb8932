/** What the hooks in classes of libraries call. Loaded only once such a library is there. */
package io.nmt.core.internal.libraries;
