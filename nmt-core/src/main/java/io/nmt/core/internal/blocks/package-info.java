/** The live blocks by address. */
package io.nmt.core.internal.blocks;
