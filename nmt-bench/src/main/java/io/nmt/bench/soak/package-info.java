/** Many operations on all paths at once, for hours if need be, with an independent witness. */
package io.nmt.bench.soak;
