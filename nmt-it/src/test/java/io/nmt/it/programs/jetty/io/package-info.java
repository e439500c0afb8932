/** Stands in for Jetty. */
package io.nmt.it.programs.jetty.io;
