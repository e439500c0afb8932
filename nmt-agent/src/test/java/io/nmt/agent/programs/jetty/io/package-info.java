/** Stands in for Jetty. */
package io.nmt.agent.programs.jetty.io;
