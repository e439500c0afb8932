/** Who took a block and when, for the few kinds of blocks of which people ask that. */
package io.nmt.core.origins;
