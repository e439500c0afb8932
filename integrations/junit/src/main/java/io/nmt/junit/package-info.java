/** Native memory in JUnit tests: leaks, limits, and a report at the end of the run. */
package io.nmt.junit;
