/** Call sites of the live blocks: samples of allocations, with their stacks. */
package io.nmt.core.internal.sites;
