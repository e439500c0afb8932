/** The demo: a small HTTP service that takes native memory in many ways, and what the agent and JFR tell about it. */
package io.nmt.bench.demo;
