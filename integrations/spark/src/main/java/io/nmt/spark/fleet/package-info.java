/** Statistics over the hosts of a fleet. */
package io.nmt.spark.fleet;
