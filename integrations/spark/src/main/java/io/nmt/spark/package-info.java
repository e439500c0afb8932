/**
 * Native memory in Spark: a plugin that says what held the memory of a lost executor, the data source {@code nmt} for
 * recordings of a fleet, and a job that compares two versions over all hosts.
 */
package io.nmt.spark;
