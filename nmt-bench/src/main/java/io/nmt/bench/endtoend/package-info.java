/**
 * The cost of tracking a service: the same load on the same HTTP service, with nothing, HotSpot NMT, JFR and the agent.
 */
package io.nmt.bench.endtoend;
