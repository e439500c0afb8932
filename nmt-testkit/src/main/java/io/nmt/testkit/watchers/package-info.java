/** Watchers inside a test program, which print each thing that the agent does there and must not do. */
package io.nmt.testkit.watchers;
