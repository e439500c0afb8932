/** Profiles of the memory that native libraries take by malloc. */
package io.nmt.cli.malloc;
