/** Values of resident memory, verdicts and recorded memory. */
package io.nmt.report.model;
