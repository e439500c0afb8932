/** Native memory in JMH benchmarks. */
package io.nmt.jmh;
