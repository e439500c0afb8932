/** Guards against work that hangs, damaged files, and a Java runtime that lacks modules. */
package io.nmt.cli.guard;
