/** Reports on live and on recorded memory as values, and their builders. */
package io.nmt.report.document;
