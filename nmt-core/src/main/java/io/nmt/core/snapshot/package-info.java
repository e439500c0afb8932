/** The figures of one moment, and what changed between two. */
package io.nmt.core.snapshot;
