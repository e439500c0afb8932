/** The agent: starts tracking in a JVM, at its start or later, and the command line. */
package io.nmt.agent;
