/** The data source {@code nmt}: recordings and reports of memory pressure, of many processes, as one table. */
package io.nmt.spark.source;
