/** The thread and the time of blocks, for the few kinds whose reports list them one by one. */
package io.nmt.core.internal.origins;
