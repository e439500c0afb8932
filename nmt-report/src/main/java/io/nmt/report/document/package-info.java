/** Text for people and JSON for scripts, of live and of recorded memory. */
package io.nmt.report.document;
