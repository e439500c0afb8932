/** A JDK of the future: classes of the JDK that runs are rewritten, and take the place of its own. */
package io.nmt.it.future;
